/** Names begin with a letter; engines also accept offsets such as `+01:00`, which know no daylight saving time. */
const name = /^[A-Za-z][A-Za-z0-9_+/-]*$/;

/** Whether the engine's time zone database (IANA) knows the zone. */
export const isTimeZone = (text: string): boolean => {
  if (!name.test(text)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return true;
  } catch {
    return false;
  }
};
