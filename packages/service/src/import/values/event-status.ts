import { readTime } from './instants.ts';
import { isObject, type JsonObject, listOf, textOf } from './json.ts';

/** The names in a status of schema.org: texts, short and full addresses, `{"@id": …}`, or lists of them. */
const statusNames = ({ eventStatus }: JsonObject): readonly string[] =>
  listOf(eventStatus)
    .flatMap((item) => (isObject(item) ? [item['@id'], item['@value'], item.name] : [item]))
    .flatMap((text) => (typeof text === 'string' ? (text.trim().split(/[/#:]/).at(-1) ?? '') : []));

const hasStatus = (line: JsonObject, pattern: RegExp): boolean =>
  statusNames(line).some((name) => pattern.test(name));

/** Whether the source says that the event is cancelled (https://schema.org/EventCancelled); that wins over all else. */
export const isCancelled = (line: JsonObject): boolean => hasStatus(line, /^(?:Event)?Cancell?ed$/i);

const startOf = (value: unknown): number | undefined =>
  readTime(textOf(value) ?? '')
    ?.start('UTC')
    .getTime();

/**
 * Whether the source says that the event is postponed, and no new date: neither that it is rescheduled, nor another start than
 * before (https://schema.org/EventPostponed).
 */
export const isPostponed = (line: JsonObject): boolean => {
  if (!hasStatus(line, /^(?:Event)?Postponed$/i) || hasStatus(line, /^(?:Event)?Rescheduled$/i)) return false;
  const [start, previous] = [startOf(line.startDate), startOf(line.previousStartDate)];
  return start === undefined || previous === undefined || start === previous;
};

/** The line of a postponed event, with the start that it was to have where it tells no other. */
export const withPreviousStart = (line: JsonObject): JsonObject =>
  isPostponed(line) && startOf(line.startDate) === undefined && line.previousStartDate !== undefined
    ? { ...line, startDate: line.previousStartDate }
    : line;
