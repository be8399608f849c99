import { limits } from '../limits.ts';
import type { FieldFault } from '../problem.ts';

/** The languages that the service words its messages and pages in (BCP 47). */
export const languages = ['en', 'de'] as const;

export type Language = (typeof languages)[number];

/** Whose customs of dates and numbers a language follows. */
export const locales: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de-DE' };

/** A language tag in its canonical form, such as `de-AT`; null for what is none (BCP 47, as ECMA-402 reads it). */
export const canonicalLocale = (text: string): string | null => {
  if (text.length > limits.localeLength) return null;
  try {
    return Intl.getCanonicalLocales(text)[0] as string;
  } catch {
    return null;
  }
};

export const localeFaults = (path: string, locale: string): readonly FieldFault[] =>
  canonicalLocale(locale) === null
    ? [{ path, message: `must be a language tag (BCP 47) of at most ${limits.localeLength} characters` }]
    : [];

/**
 * The language of a person: of the first of the given that names one which the service has, else English.
 * @param wishes a stored locale (`de-AT` is German), a language; null for none
 */
export const languageFor = (...wishes: readonly (string | null | undefined)[]): Language => {
  for (const wish of wishes) {
    const [primary] = wish?.toLowerCase().split('-') ?? [];
    const language = languages.find((one) => one === primary);
    if (language) return language;
  }
  return 'en';
};
