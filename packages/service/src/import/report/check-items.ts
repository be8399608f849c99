import { datesOf, type EventDraft, importFaults, spelledZone } from '@event-platform/domain';
import type { Item } from '../file/read-items.ts';
import { readEvent } from '../read-event.ts';
import type { ReadingContext } from '../values/reading-context.ts';
import { sentenceOf } from './fault-file.ts';

/** How an item would read. Times are those that clocks at the event show. */
export interface CheckedItem {
  readonly line: number;
  readonly title?: string;
  readonly start?: string;
  readonly end?: string;
  readonly timeZone?: string;
  /** Null where the source tells none. */
  readonly price?: number | null;
  readonly category?: string;
  readonly isCancelled?: boolean;
  readonly isPostponed?: boolean;
  /** What the source does not say, and is taken so. */
  readonly assumed?: readonly string[];
  readonly faults?: readonly string[];
}

const localTime = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(at);

/** Of whole days the first and the last one. */
const timesOf = (draft: EventDraft, timeZone: string) => {
  const { startAt, endAt, isAllDay } = draft;
  if (!isAllDay) return { start: localTime(startAt, timeZone), end: localTime(endAt, timeZone) };
  const { first, last } = datesOf(draft, timeZone);
  return { start: first, end: last };
};

const zoneOf = ({ timeZone, location: { lat, lng } }: EventDraft, { timeZones }: ReadingContext): string => {
  if (timeZone !== null) return spelledZone(timeZone);
  return lat === null || lng === null ? 'UTC' : timeZones.at(lat, lng);
};

const checkItem = ({ number, value, fault }: Item, context: ReadingContext): CheckedItem => {
  if (fault) return { line: number, faults: [fault] };
  const event = readEvent(value, context);
  const faults = 'faults' in event ? event.faults : importFaults(event);
  if ('faults' in event || faults.length > 0) return { line: number, faults: faults.map(sentenceOf) };
  const { draft, omittedFields = [], isEndAssumed = false, isPostponed = false } = event;
  if (!draft) return { line: number, ...(isPostponed ? { isPostponed } : { isCancelled: true }) };
  const timeZone = zoneOf(draft, context);
  return {
    line: number,
    title: draft.title,
    ...timesOf(draft, timeZone),
    timeZone,
    price: draft.isPriceKnown ? draft.price : null,
    category: draft.category,
    ...(isPostponed ? { isPostponed } : {}),
    assumed: [
      ...(isEndAssumed ? ['end'] : []),
      ...(omittedFields.includes('price') ? ['price'] : []),
      ...(omittedFields.includes('category') ? ['category'] : []),
    ],
  };
};

const rowOf = ({ line, faults, isCancelled, isPostponed, ...read }: CheckedItem): string => {
  if (faults) return `| ${line} | ${faults.join('; ')} | | | | | |`;
  if (isCancelled) return `| ${line} | cancelled | | | | | |`;
  if (read.title === undefined) return `| ${line} | postponed | | | | | |`;
  const { title, end, timeZone, price, category, assumed = [] } = read;
  const start = isPostponed ? `postponed from ${read.start}` : read.start;
  const cells = [title.replaceAll('|', '/'), start, `${end} ${timeZone}`, price ?? 'not told', category];
  return `| ${[line, ...cells, assumed.join(', ')].join(' | ')} |`;
};

const head = ['| line | title | start | end | price | category | assumed |', '|--:|---|---|---|--:|---|---|'];

/** Writes how each item of a file would read, as a table or as JSON; returns how many have faults. */
export const checkItems = async (
  items: AsyncIterable<Item>,
  context: ReadingContext,
  output: NodeJS.WritableStream,
  isJson: boolean,
): Promise<number> => {
  let [count, faulty] = [0, 0];
  output.write(isJson ? '[' : `${head.join('\n')}\n`);
  for await (const item of items) {
    const checkedItem = checkItem(item, context);
    if (checkedItem.faults) faulty += 1;
    output.write(
      isJson ? `${count > 0 ? ',' : ''}\n${JSON.stringify(checkedItem)}` : `${rowOf(checkedItem)}\n`,
    );
    count += 1;
  }
  if (isJson) output.write('\n]\n');
  return faulty;
};
