/** A language of mails and pages (BCP 47). */
export type Language = 'en' | 'de';

export const locales: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de-DE' };
