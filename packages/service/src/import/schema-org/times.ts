import type { EventDraft, FieldFault } from '@event-platform/domain';
import { endAfter, isDateOnly, readDuration, readEnd, readStart, type ZonedInstant } from '../instants.ts';
import { type JsonObject, textOf } from '../json.ts';

/** When an event takes place. */
export type EventTimes = Pick<EventDraft, 'startAt' | 'endAt'>;

const mustBeDate = 'must be a date such as 2026-05-01 or a date with a time of day';

const endOf = (line: JsonObject, startText: string): ZonedInstant | FieldFault => {
  const endText = textOf(line.endDate);
  if (endText !== undefined) return readEnd(endText) ?? { path: '/endDate', message: mustBeDate };
  const durationMs = readDuration(textOf(line.duration) ?? '');
  const end =
    durationMs !== null ? endAfter(startText, durationMs) : isDateOnly(startText) && readEnd(startText);
  if (end) return end;
  return { path: '/endDate', message: 'is needed, or a duration, where startDate has a time of day' };
};

/** The instant that identifies the start in each import: of a calendar day its UTC start. */
export const identifyingStart = (line: JsonObject): string | undefined =>
  readStart(textOf(line.startDate) ?? '')?.('UTC').toISOString();

/** The start and the end of an event in its time zone: calendar days are whole days there, the last one included. */
export const timesOf = (line: JsonObject): ((timeZone: string) => EventTimes) | readonly FieldFault[] => {
  const startText = textOf(line.startDate) ?? '';
  const start = readStart(startText);
  if (!start) return [{ path: '/startDate', message: mustBeDate }];
  const end = endOf(line, startText);
  if (typeof end !== 'function') return [end];
  return (timeZone) => ({ startAt: start(timeZone), endAt: end(timeZone) });
};
