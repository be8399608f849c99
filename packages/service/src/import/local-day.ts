const dayMs = 86_400_000;
/** Farther from midnight UTC than any zone's midnight. */
const reachMs = 26 * 3_600_000;

/** One for each zone: making a format takes longer than using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  const cachedFormat = formats.get(timeZone);
  if (cachedFormat) return cachedFormat;
  const digits = 'numeric' as const;
  const fields = { year: digits, month: digits, day: digits, hour: digits, minute: digits, second: digits };
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'iso8601',
    hourCycle: 'h23',
    ...fields,
  });
  formats.set(timeZone, format);
  return format;
};

/** What clocks in the zone show at an instant, to the second, as milliseconds since 1970-01-01T00:00 on such a clock. */
const wallClock = (instant: number, timeZone: string): number => {
  const fields: Record<string, number> = {};
  for (const { type, value } of formatOf(timeZone).formatToParts(instant)) fields[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = fields;
  return Date.UTC(year, month - 1, day, hour, minute, second);
};

/**
 * The instant at which a calendar day starts in a time zone: 00:00, the first one if a clock change repeats it; the
 * instant of the change if it skips 00:00, or the whole day.
 * @param day by its 00:00 UTC
 */
export const startOfLocalDay = (day: Date, timeZone: string): Date => {
  const midnight = day.getTime();
  const midnightInZone = [midnight - dayMs, midnight, midnight + dayMs]
    .map((near) => midnight - (wallClock(near, timeZone) - near))
    .filter((instant) => wallClock(instant, timeZone) === midnight);
  return new Date(midnightInZone.length > 0 ? Math.min(...midnightInZone) : firstAfter(midnight, timeZone));
};

/** The instant at which clocks jump over `midnight`. */
const firstAfter = (midnight: number, timeZone: string): number => {
  let [before, after] = [midnight - reachMs, midnight + reachMs];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (wallClock(middle, timeZone) < midnight) before = middle;
    else after = middle;
  }
  return after;
};
