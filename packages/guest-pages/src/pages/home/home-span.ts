import type { ListEvents } from '@event-platform/domain';
import type { HomeFilter } from '../../views/home/home-filter.ts';

const hour = 3_600_000;
const day = 24 * hour;

/**
 * The bounds of a day, of today, tomorrow and the coming or current weekend where the sun says what day it is, so within two hours of the
 * clocks there: a list that starts with a guessed place needs no more. They stay the same for a day, as cached lists do.
 */
export const spanBounds = (
  { when, day: chosenDay }: Pick<HomeFilter, 'when' | 'day'>,
  now: Date,
  longitude: number,
): Pick<ListEvents, 'dateFrom' | 'dateTo'> => {
  if (when === null && chosenDay === null) return {};
  const offset = Math.round(longitude / 15) * hour;
  const bound = (local: number) => ({ at: new Date(local - offset), wholeDay: false });
  if (chosenDay !== null) {
    const start = Date.parse(chosenDay);
    return { dateFrom: bound(start), dateTo: bound(start + day - 1) };
  }
  const today = Math.floor((now.getTime() + offset) / day) * day;
  if (when === 'today') return { dateTo: bound(today + day - 1) };
  if (when === 'tomorrow') return { dateFrom: bound(today + day), dateTo: bound(today + 2 * day - 1) };
  const weekday = new Date(today).getUTCDay();
  const saturday = today + (weekday === 0 ? -1 : 6 - weekday) * day;
  const sundayEnd = bound(saturday + 2 * day - 1);
  // On the weekend itself what is over is of no use.
  return saturday <= today ? { dateTo: sundayEnd } : { dateFrom: bound(saturday), dateTo: sundayEnd };
};
