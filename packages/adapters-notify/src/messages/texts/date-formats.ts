import { type LocalDate, type Weekday, weekdays } from '@event-platform/domain';

/** Days and lists as a language writes them. */
export const dateFormats = (locale: string) => {
  const format = (options: Intl.DateTimeFormatOptions) => {
    const formatter = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options });
    return (date: LocalDate): string => formatter.format(Date.parse(`${date}T00:00:00.000Z`));
  };
  const list = (type: Intl.ListFormatType) => {
    const formatter = new Intl.ListFormat(locale, { type });
    return (items: readonly string[]): string => formatter.format(items);
  };
  const weekdayOf = format({ weekday: 'long' });
  return {
    /** 5 January 2026 is a Monday. */
    weekdayName: (weekday: Weekday): string =>
      weekdayOf(`2026-01-${String(5 + weekdays.indexOf(weekday)).padStart(2, '0')}`),
    dayAndMonth: format({ day: 'numeric', month: 'long' }),
    dayText: format({ dateStyle: 'long' }),
    and: list('conjunction'),
    or: list('disjunction'),
  };
};
