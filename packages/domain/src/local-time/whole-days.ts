import { day } from '../time.ts';
import { daysAfter, instantOn, localDateOf } from './local-instant.ts';

/** From an instant to another; the end is the first instant after it. */
interface Span {
  readonly startAt: Date;
  readonly endAt: Date;
}

/** Dates have four digits of a year. */
const farthest = new Date('9999-12-31T12:00:00.000Z');

/** Whether a day of the zone begins at an instant: at midnight, or where clocks skip that. False for what is no instant, and far away. */
export const isMidnight = (at: Date, timeZone: string): boolean => {
  if (!(at < farthest)) return false;
  return instantOn(localDateOf(at, timeZone), 0, timeZone).getTime() === at.getTime();
};

/** Whether a span is one of whole days in the zone. */
export const areWholeDays = ({ startAt, endAt }: Span, timeZone: string): boolean =>
  isMidnight(startAt, timeZone) && isMidnight(endAt, timeZone);

/** Where so many days end that begin at an instant: clock changes make days longer or shorter. */
export const endOfDays = (startAt: Date, days: number, timeZone: string): Date =>
  instantOn(daysAfter(localDateOf(startAt, timeZone), days), 0, timeZone);

/** How many days a span of whole days has. */
export const daysIn = ({ startAt, endAt }: Span): number =>
  Math.round((endAt.getTime() - startAt.getTime()) / day);

/** The first and the last day of a span of whole days. */
export const datesOf = ({ startAt, endAt }: Span, timeZone: string) => ({
  first: localDateOf(startAt, timeZone),
  last: daysAfter(localDateOf(endAt, timeZone), -1),
});
