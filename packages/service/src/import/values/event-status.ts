import { readTime } from './instants.ts';
import { isObject, type JsonObject, listOf, textOf } from './json.ts';

/** The texts in a status of schema.org: itself, those of `{"@id": …}` and the like, or of lists of them. */
const textsIn = (value: unknown): readonly unknown[] =>
  listOf(value)
    .flatMap((item) => (Array.isArray(item) ? item : [item]))
    .flatMap((item) => (isObject(item) ? [item['@id'], item['@value'], item.name, item.url].flat() : [item]));

/** Each run of marks is looked at from its first one alone: a feed may have millions. */
const lastPart = (text: string): string =>
  text
    .replace(/(?<![/#\s])[/#\s]+$/, '')
    .split(/[/#:]/)
    .at(-1) as string;

/** The last part of a short or a full address, or a text, in letters alone. */
const statusNames = ({ eventStatus }: JsonObject): readonly string[] =>
  textsIn(eventStatus)
    .filter((text) => typeof text === 'string')
    .map((text) => lastPart(text).replaceAll(/[\s_-]/g, ''));

const hasStatus = (line: JsonObject, pattern: RegExp): boolean =>
  statusNames(line).some((name) => pattern.test(name));

/** Whether the source says that the event is cancelled (https://schema.org/EventCancelled); that wins over all else. */
export const isCancelled = (line: JsonObject): boolean => hasStatus(line, /^(?:Event)?Cancell?ed$/i);

const startOf = (value: unknown): number | undefined =>
  readTime(textOf(value) ?? '')
    ?.start('UTC')
    .getTime();

/** What clocks at the event show, as it is written: of two times one may have an offset. */
const clockOf = (value: unknown): string => (textOf(value) ?? '').slice(0, 'YYYY-MM-DDThh:mm'.length);

const isSameStart = (start: unknown, previous: unknown): boolean =>
  startOf(start) === startOf(previous) || clockOf(start) === clockOf(previous);

/**
 * Whether the source says that the event is postponed, and no new date: neither that it is rescheduled, nor another start than
 * before (https://schema.org/EventPostponed).
 */
export const isPostponed = (line: JsonObject): boolean => {
  if (!hasStatus(line, /^(?:Event)?Postponed$/i) || hasStatus(line, /^(?:Event)?Rescheduled$/i)) return false;
  const { startDate: start, previousStartDate: previous } = line;
  return startOf(start) === undefined || startOf(previous) === undefined || isSameStart(start, previous);
};

/** The line of a postponed event, with the start that it was to have where it tells no other. */
export const withPreviousStart = (line: JsonObject): JsonObject =>
  isPostponed(line) && startOf(line.startDate) === undefined && line.previousStartDate !== undefined
    ? { ...line, startDate: line.previousStartDate }
    : line;
