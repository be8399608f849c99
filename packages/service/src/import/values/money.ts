import { fold } from '@event-platform/domain';
import { isObject, numberOf } from './json.ts';

/** An amount as a source writes it. */
export interface Money {
  readonly amount: number;
  /** ISO 4217; null where the source names none. */
  readonly currency: string | null;
}

/** Folded, in English, German, French, Spanish, Italian and Portuguese. */
const freeWords = new Set(
  (
    'free kostenlos kostenlose kostenloser kostenfrei kostenfreie kostenfreier frei freie freier gratis umsonst unentgeltlich ' +
    'gratuit gratuite gratuits gratuites gratuitement libre libres gratuito gratuita gratuitos gratuitas ' +
    'gratuitamente libero libera liberi libere livre livres franca franco'
  ).split(' '),
);
/** What stands beside them. */
const freeThings = new Set(
  (
    'admission entry entrance event events ticket tickets of charge cost for all everyone to attend is the it totally completely ' +
    'rsvp registration required with and open public online ' +
    'eintritt zutritt teilnahme veranstaltung der die das ist fur alle und offentlich anmeldung erforderlich ' +
    'entree acces evenement participation l est pour tous et sur inscription reservation dans la limite des places disponibles ' +
    'entrada entradas acceso evento asistencia es la el para todos publico general y hasta completar aforo con inscripcion previa ' +
    'ingresso entrata accesso partecipazione e il per tutti a esaurimento posti con prenotazione acesso a o'
  ).split(' '),
);
/** Those of several words. */
const freePhrase =
  /^(?:no (?:charge|cost|fee|entry fee|cover|cover charge)|(?:ohne|kein) eintritt|sans frais|sin (?:costo|coste|cargo)|senza costi|nessun costo|de graca|sem custos?|a titre gracieux)$/;

const saysFree = (text: string): boolean => {
  const folded = fold(text);
  if (/\p{N}/u.test(folded)) return false;
  const words = folded.match(/\p{L}+/gu) ?? [];
  if (freePhrase.test(words.join(' '))) return true;
  return (
    words.some((word) => freeWords.has(word)) &&
    words.every((word) => freeWords.has(word) || freeThings.has(word))
  );
};

/** The currencies that a sign may be, the likeliest first. */
const signs: Readonly<Record<string, readonly string[]>> = {
  ...{ '€': ['EUR'], euro: ['EUR'], euros: ['EUR'], '£': ['GBP', 'EGP', 'GIP', 'FKP', 'SHP'] },
  ...{ '¥': ['JPY', 'CNY'], '₹': ['INR'], '₽': ['RUB'], '₺': ['TRY'], '₴': ['UAH'], '₩': ['KRW'] },
  ...{ '₪': ['ILS'], '₫': ['VND'], '₱': ['PHP'], '฿': ['THB'], zł: ['PLN'], kč: ['CZK'], fr: ['CHF'] },
  ...{ kr: ['SEK', 'NOK', 'DKK', 'ISK'], us$: ['USD'], a$: ['AUD'], c$: ['CAD'], r$: ['BRL'] },
  $: ['USD', 'AUD', 'CAD', 'NZD', 'SGD', 'HKD', 'TWD', 'MXN', 'ARS', 'CLP', 'COP'],
};
const sign = /us\$|[acr]\$|[$€£¥₹₽₺₴₩₪₫₱฿]|(?<!\p{L})(?:euros?|zł|kč|kr|fr|[a-z]{3})(?!\p{L})/giu;

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** The currency that a text names; of those that its sign may be `expected`, if it is one. */
const currencyIn = (text: string, expected: string): string | null => {
  for (const [found] of text.matchAll(sign)) {
    const possible = signs[found.toLowerCase()] ?? [found.toUpperCase()];
    const [first = ''] = possible;
    if (currencies.has(first)) return possible.includes(expected) ? expected : first;
  }
  return null;
};

/** The first number: with groups of three digits, or without, or decimals alone. */
const amountPattern = /(?:\d{1,3}(?:[.,'’\s]\d{3})+(?!\d)|\d+)(?:[.,]\d+)?|(?<!\d)[.,]\d+/u;
/** Before what is taken off a price. */
const minus = /(?:^|[\s\p{Sc}])[-−]$/u;
const groupsAlone = /^[1-9]\d{0,2}(?:(?:\.\d{3})+|(?:,\d{3})+)$/;
const severalGroups = /(?:[.,]\d{3}){2}$/;

/** The amount of such a number; `isAlone` where the text has nothing else, as programs write it. */
const amountOf = (number: string, isAlone: boolean): number | undefined => {
  const text = number.replaceAll(/['’\s]/gu, '');
  // Three digits after a point are thousands where people write them, and decimals where programs do.
  if (groupsAlone.test(text) && (!isAlone || severalGroups.test(text)))
    return Number(text.replaceAll(/[.,]/g, ''));
  return numberOf(text.replace(/^[.,]/, '0.'));
};

/** Sources compute, and write what they get. */
const inCents = (amount: number): number => Math.round(amount * 100) / 100;

/** Of a value object its value. */
const plainValue = (value: unknown): unknown => (isObject(value) ? value['@value'] : value);

/**
 * Money as sources write it: a number, `12,50`, `€ 1.234,50`, `12 EUR`, `Free`; of a range the first. Null for other
 * values.
 * @param expected the platform's currency
 * @param currency which the source names beside it
 */
export const moneyOf = (given: unknown, expected: string, currency?: string): Money | null => {
  const value = plainValue(given);
  const named =
    currency === undefined ? null : (currencyIn(currency, expected) ?? currency.trim().toUpperCase());
  if (typeof value === 'number') return value >= 0 ? { amount: inCents(value), currency: named } : null;
  if (typeof value !== 'string') return null;
  if (saysFree(value)) return { amount: 0, currency: named };
  const found = amountPattern.exec(value);
  if (!found || minus.test(value.slice(0, found.index))) return null;
  const amount = amountOf(found[0], found[0] === value.trim());
  if (amount === undefined) return null;
  const before = /(?<!\S)\S+\s*$/.exec(value.slice(0, found.index))?.[0] ?? '';
  const after = /^[\s.,–—-]*\S+/.exec(value.slice(found.index + found[0].length))?.[0] ?? '';
  // Many words look like codes of currencies: what touches the amount comes first.
  const ofText = [before, after, value].map((text) => currencyIn(text, named ?? expected));
  return { amount: inCents(amount), currency: ofText.find((one) => one !== null) ?? named };
};
