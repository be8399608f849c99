import type { FieldFault } from '@event-platform/domain';
import { isDateOnly, readDuration, readEnd, readStart } from './instants.ts';
import { type JsonObject, textOf } from './json.ts';

const mustBeDate = 'must be a date such as 2026-05-01 or a date with a time of day';

const endOf = (line: JsonObject, start: Date, startText: string): Date | FieldFault => {
  const endText = textOf(line.endDate);
  if (endText !== undefined) return readEnd(endText) ?? { path: '/endDate', message: mustBeDate };
  const durationMs = readDuration(textOf(line.duration) ?? '');
  if (durationMs !== null) return new Date(start.getTime() + durationMs);
  if (isDateOnly(startText)) return readEnd(startText) as Date;
  return { path: '/endDate', message: 'is needed, or a duration, where startDate has a time of day' };
};

/** The start and the end of an event. Calendar days are whole UTC days; the last one is included. */
export const timesOf = (
  line: JsonObject,
): { readonly startAt: Date; readonly endAt: Date } | readonly FieldFault[] => {
  const startText = textOf(line.startDate) ?? '';
  const startAt = readStart(startText);
  if (!startAt) return [{ path: '/startDate', message: mustBeDate }];
  const endAt = endOf(line, startAt, startText);
  return endAt instanceof Date ? { startAt, endAt } : [endAt];
};
