/** Number of rows of each kind. */
export interface DatasetSize {
  /** Such as `10k`, or `10k-series`. */
  readonly name: string;
  readonly events: number;
  /** Whether half of the events are occurrences of series. */
  readonly hasSeries: boolean;
  readonly users: number;
  /** Approximate; the exact number follows from the shares of single events. */
  readonly rsvps: number;
  readonly saved: number;
}

const units: Readonly<Record<string, number>> = { k: 1_000, m: 1_000_000 };

/**
 * The size for a number of events such as `10k` or `1m`; all other rows are in proportion. With `-series` half of the same
 * events are occurrences of series.
 * @throws {RangeError} for any other text
 */
export const datasetSize = (name: string): DatasetSize => {
  const [, digits, unit, series] = /^([1-9]\d{0,3})([km])(-series)?$/.exec(name.toLowerCase()) ?? [];
  if (!digits || !unit)
    throw new RangeError(`${name} is not a size: use 10k, 100k, 1m or similar, or 10k-series`);
  const events = Number(digits) * (units[unit] as number);
  const hasSeries = series !== undefined;
  return {
    name: name.toLowerCase(),
    events,
    hasSeries,
    users: events * 2,
    rsvps: events * 10,
    saved: events * 5,
  };
};
