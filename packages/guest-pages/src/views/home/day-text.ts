import { type Language, locales } from '@event-platform/domain';

/** A day of a filter in words, such as "Sat 13 June". @param day `2026-06-13` */
export const dayText = (day: string, language: Language): string =>
  new Intl.DateTimeFormat(locales[language], {
    ...{ weekday: 'short', day: 'numeric', month: 'long' },
    timeZone: 'UTC',
  }).format(new Date(day));
