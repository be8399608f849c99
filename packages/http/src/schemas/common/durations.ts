/** Weeks alone, or days and a time; no years and months, whose length differs, and no seconds. */
const duration = /^P(?:(\d{1,2})W|(?:(\d{1,4})D)?(?:T(?=\d)(?:(\d{1,4})H)?(?:(\d{1,6})M)?)?)$/;

const week = 7 * 24 * 60;
const day = 24 * 60;
const hour = 60;

/** The minutes of a duration of ISO 8601, a day being 24 hours; NaN for another text. */
export const minutesOf = (text: string): number => {
  const [match, weeks, days, hours, minutes] = duration.exec(text) ?? [];
  if (match === undefined || match === 'P') return Number.NaN;
  return (
    Number(weeks ?? 0) * week + Number(days ?? 0) * day + Number(hours ?? 0) * hour + Number(minutes ?? 0)
  );
};

/** The shortest duration of that many minutes. */
export const durationText = (all: number): string => {
  const [days, hours, minutes] = [Math.floor(all / day), Math.floor((all % day) / hour), all % hour];
  const time = `${hours > 0 ? `${hours}H` : ''}${minutes > 0 ? `${minutes}M` : ''}`;
  return `P${days > 0 ? `${days}D` : ''}${time && `T${time}`}`;
};
