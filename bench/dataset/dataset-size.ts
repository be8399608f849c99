/** How many rows there are of each kind. */
export interface DatasetSize {
  /** Such as `10k`. */
  readonly name: string;
  readonly events: number;
  readonly users: number;
  /** About; what they really are follows from the shares of single events. */
  readonly rsvps: number;
  readonly saved: number;
}

const units: Readonly<Record<string, number>> = { k: 1_000, m: 1_000_000 };

/**
 * The size of a number of events such as `10k` or `1m`; all else is in proportion.
 * @throws {RangeError} when it is no such number
 */
export const datasetSize = (name: string): DatasetSize => {
  const [, digits, unit] = /^([1-9]\d{0,3})([km])$/.exec(name.toLowerCase()) ?? [];
  if (!digits || !unit) throw new RangeError(`${name} is no size: sizes are 10k, 100k, 1m and the like`);
  const events = Number(digits) * (units[unit] as number);
  return { name: name.toLowerCase(), events, users: events * 2, rsvps: events * 10, saved: events * 5 };
};
