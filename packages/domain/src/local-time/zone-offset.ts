/** One a zone is kept, of some 600: making one takes a hundred times as long as using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  // Names are valid in any case of letters.
  const key = timeZone.toLowerCase();
  const format =
    formats.get(key) ?? new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  formats.set(key, format);
  return format;
};

/** What a zone's clocks are ahead of UTC at an instant, in milliseconds. */
export const zoneOffset = (timeZone: string, at: Date): number => {
  // `GMT+02:00`, `GMT-00:43:08` from before zones were of whole minutes, and in some engines `GMT` for UTC.
  const [, sign, hours = 0, minutes = 0, seconds = 0] = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(
    formatOf(timeZone).format(at),
  ) as RegExpExecArray;
  const ahead = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return (sign === '-' ? -ahead : ahead) * 1_000;
};

/** The instant at which UTC's clocks show what the zone's show at `at`. */
export const shownInUtc = (at: Date, timeZone: string): Date =>
  new Date(at.getTime() + zoneOffset(timeZone, at));
