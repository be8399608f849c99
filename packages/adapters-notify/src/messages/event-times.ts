const day = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' });
const month = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' });

const twoDigits = (value: number): string => String(value).padStart(2, '0');

const dayOf = (date: Date): string =>
  `${day.format(date)} ${date.getUTCDate()} ${month.format(date)} ${date.getUTCFullYear()}`;

const timeOf = (date: Date): string => `${twoDigits(date.getUTCHours())}:${twoDigits(date.getUTCMinutes())}`;

/** The span of an event in words and UTC, for instance `Friday 1 May 2026, 18:00 to 20:30 UTC`. */
export const eventTimes = ({ startAt, endAt }: { readonly startAt: Date; readonly endAt: Date }): string => {
  const [firstDay, lastDay] = [dayOf(startAt), dayOf(endAt)];
  const end = firstDay === lastDay ? timeOf(endAt) : `${lastDay}, ${timeOf(endAt)}`;
  return `${firstDay}, ${timeOf(startAt)} to ${end} UTC`;
};
