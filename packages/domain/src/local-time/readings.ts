import { after, day } from '../time.ts';
import type { LocalDate } from './local-instant.ts';
import { shownInUtc, zoneOffset } from './zone-offset.ts';

/** What a local time may mean. */
export interface Readings {
  /** Whether clocks show the time once, twice, or never: a change repeats or skips it. */
  readonly kind: 'once' | 'repeated' | 'skipped';
  /** The instants that it may be, in their order; of a skipped time as much before the change, and after. */
  readonly instants: readonly Date[];
}

/** What a time of a day, in milliseconds since midnight, may mean in a zone. Somebody who plans is asked. */
export const readingsOf = (date: LocalDate, timeOfDay: number, timeZone: string): Readings => {
  const wallTime = after(new Date(`${date}T00:00:00.000Z`), timeOfDay);
  const instants = [-day, day]
    .map((away) => after(wallTime, -zoneOffset(timeZone, after(wallTime, away))))
    .sort((one, other) => one.getTime() - other.getTime());
  const [first, second] = instants as [Date, Date];
  const shown = instants.filter((at) => shownInUtc(at, timeZone).getTime() === wallTime.getTime());
  if (shown.length === 0) return { kind: 'skipped', instants };
  if (shown.length === 2 && first.getTime() !== second.getTime()) return { kind: 'repeated', instants };
  return { kind: 'once', instants: shown.slice(0, 1) };
};
