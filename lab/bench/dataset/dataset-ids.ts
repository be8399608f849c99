/** Ids of rows that are created at a fixed interval, so that the number of a row follows from its time. */
export interface IdSeries {
  /** The time of number 0, in milliseconds since 1970. */
  readonly from: number;
  readonly step: number;
  /** The id without the time: version 7 (RFC 9562), the variant, and a number for the kind of row. */
  readonly tail: string;
}

const dayMs = 86_400_000;

/** People signed up within the three years before `at`. */
export const userSeries = (users: number, at: Date): IdSeries =>
  seriesBefore(at, 3 * 365 * dayMs, users, '7000-8000-000000000001');

/** Events were published within the year and a half before `at`. */
export const eventSeries = (events: number, at: Date): IdSeries =>
  seriesBefore(at, 548 * dayMs, events, '7000-8000-000000000002');

const seriesBefore = (at: Date, span: number, count: number, tail: string): IdSeries => {
  const step = Math.max(1, Math.floor(span / count));
  return { from: at.getTime() - step * count, step, tail };
};

export const momentOf = ({ from, step }: IdSeries, number: number): number => from + step * number;

/** The UUID of a row by its number. */
export const idOf = (series: IdSeries, number: number): string => {
  const time = momentOf(series, number).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-${series.tail}`;
};
