import { zoneOffset } from '@event-platform/domain';

/** An instant as local time with its offset: `2026-05-01T20:00:00+02:00` (RFC 3339). */
export const localInstant = (at: Date, timeZone: string): string => {
  const offset = zoneOffset(timeZone, at);
  const local = new Date(at.getTime() + offset).toISOString().slice(0, 19);
  // RFC 3339 has no seconds in an offset; zones had some before they were of whole minutes.
  const minutes = Math.trunc(Math.abs(offset) / 60_000);
  const [hour, minute] = [Math.trunc(minutes / 60), minutes % 60].map((part) =>
    String(part).padStart(2, '0'),
  );
  return `${local}${offset < 0 ? '-' : '+'}${hour}:${minute}`;
};
