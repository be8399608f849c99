import type { Language, PhoneCountry } from '@event-platform/domain';
import type { FastifyRequest } from 'fastify';
import { type Html, html } from '../../views/html.ts';

/** The countries that a page reads national numbers in. */
export interface PhoneCountries {
  /** The one to begin with: the operator's, else that of the browser's first language, else the first served. */
  guess(request: Pick<FastifyRequest, 'headers'>): string;
  /** The options of a field, by their names in a language. */
  options(language: Language, selection: string): Html;
}

const firstRange = /^\s*([a-z]{2,3}(?:-[a-z0-9]{2,8}){0,3})(?=[\s,;]|$)/i;

/** The region that a range of languages names or, as CLDR has it, is mostly spoken in; empty for none. */
const regionOf = (acceptLanguage = ''): string => {
  const [, range] = firstRange.exec(acceptLanguage.slice(0, 100)) ?? [];
  try {
    return new Intl.Locale(range ?? 'en-GB').maximize().region ?? '';
  } catch {
    return '';
  }
};

const optionsIn = (language: Language, countries: readonly PhoneCountry[]): Html => {
  const names = new Intl.DisplayNames(language, { type: 'region' });
  const { compare } = new Intl.Collator(language);
  const rows = countries.map(({ code, callingCode }) => ({
    code,
    callingCode,
    name: names.of(code) ?? code,
  }));
  return html`${rows
    .sort((one, other) => compare(one.name, other.name))
    .map(({ code, callingCode, name }) => html`<option value="${code}">${name} +${callingCode}</option>`)}`;
};

/** @param homeCountry ISO 3166-1 alpha-2; null where the operator names no place */
export const phoneCountries = (
  countries: readonly PhoneCountry[],
  homeCountry: string | null,
): PhoneCountries => {
  const served = new Set(countries.map(({ code }) => code));
  const [first = ''] = served;
  // There are hundreds, the same for all guests: they are made once.
  const markup = { en: optionsIn('en', countries).markup, de: optionsIn('de', countries).markup };
  return {
    guess: ({ headers }) => {
      const guesses = [homeCountry ?? '', regionOf(headers['accept-language'])];
      return guesses.find((code) => served.has(code)) ?? first;
    },
    options: (language, selection) => ({
      markup: markup[language].replace(`value="${selection}"`, '$& selected'),
    }),
  };
};
