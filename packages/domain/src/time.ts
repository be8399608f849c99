/** Time spans in milliseconds. */
export const second = 1_000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

export const after = (instant: Date, milliseconds: number): Date =>
  new Date(instant.getTime() + milliseconds);

export const earlier = (one: Date, other: Date): Date => (one.getTime() <= other.getTime() ? one : other);

/** The UTC calendar day of an instant, as `2026-05-01`. */
export const utcDay = (instant: Date): string => instant.toISOString().slice(0, 10);

/** The first instant of the UTC day after the day of `instant`. */
export const nextUtcDay = (instant: Date): Date => after(new Date(`${utcDay(instant)}T00:00:00.000Z`), day);
