import { fold } from '@event-platform/domain';
import { numberOf } from './json.ts';

/** An amount as a source writes it. */
export interface Money {
  readonly amount: number;
  /** ISO 4217; null where the source names none. */
  readonly currency: string | null;
}

/** Folded, in English, German, French, Spanish, Italian and Portuguese. */
const freeWords: ReadonlySet<string> = new Set([
  ...['free', 'free admission', 'free entry', 'free of charge', 'no charge', 'for free'],
  ...['kostenlos', 'kostenfrei', 'frei', 'gratis', 'eintritt frei', 'freier eintritt', 'umsonst'],
  ...['gratuit', 'gratuite', 'entree libre', 'entree gratuite', 'libre'],
  ...['gratuito', 'gratuita', 'entrada libre', 'entrada gratuita', 'entrada gratis', 'acceso libre'],
  ...['ingresso libero', 'ingresso gratuito', 'entrata libera', 'libero'],
  ...['entrada livre', 'entrada franca', 'livre'],
]);

/** A `$` may be that of many countries: it names none. */
const signs: Readonly<Record<string, string>> = {
  ...{ '€': 'EUR', euro: 'EUR', euros: 'EUR', '£': 'GBP', '¥': 'JPY', '₹': 'INR', '₽': 'RUB', '₺': 'TRY' },
  ...{ '₴': 'UAH', zł: 'PLN', kč: 'CZK', us$: 'USD', a$: 'AUD', c$: 'CAD', r$: 'BRL' },
};
const sign = /us\$|[acr]\$|[€£¥₹₽₺₴]|(?<!\p{L})(?:euros?|zł|kč|[a-z]{3})(?!\p{L})/giu;

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

const currencyIn = (text: string): string | null => {
  for (const [found] of text.matchAll(sign)) {
    const code = signs[found.toLowerCase()] ?? found.toUpperCase();
    if (currencies.has(code)) return code;
  }
  return null;
};

/** The first number, with its points, commas, apostrophes and spaces between digits. */
const amountPattern = /\d(?:[\d.,'’\s]*\d)?/u;

/**
 * Money as sources write it: a number, `12,50`, `€ 1.234,50`, `12 EUR`, `Free`; of a range the first. Null for other
 * values. @param currency which the source names beside it
 */
export const moneyOf = (value: unknown, currency?: string): Money | null => {
  const named = currency === undefined ? null : (currencyIn(currency) ?? currency.trim().toUpperCase());
  if (typeof value === 'number') return value >= 0 ? { amount: value, currency: named } : null;
  if (typeof value !== 'string') return null;
  if (freeWords.has(fold(value).trim())) return { amount: 0, currency: named };
  const digits = amountPattern.exec(value)?.[0].replaceAll(/['’\s]/gu, '');
  const amount = digits === undefined ? undefined : numberOf(digits);
  return amount === undefined ? null : { amount, currency: currencyIn(value) ?? named };
};
