import { isTag, limits } from '@event-platform/domain';
import { type HomeFilter, type Place, type Span, spans } from '../../views/home/home-filter.ts';
import { countryPlace } from '../home-place.ts';

const decimal = /^-?\d{1,3}(?:\.\d{1,10})?$/;

type Query = Readonly<Record<string, unknown>>;

const textOf = (query: Query, name: string): string => {
  const value = query[name];
  return typeof value === 'string' ? value : '';
};

/** The words of a search without what no event holds, cut to what a search may have. */
const wordsOf = (query: Query): string =>
  [
    ...textOf(query, 'q')
      .toWellFormed()
      .replace(/\p{Cc}+/gu, ' ')
      .trim(),
  ]
    .slice(0, limits.queryLength)
    .join('');

/** The place that a visitor named; an impossible one counts as none. */
const placeOf = (query: Query): Place | null => {
  const [lat, lng] = [textOf(query, 'lat'), textOf(query, 'lng')];
  if (!decimal.test(lat) || !decimal.test(lng)) return null;
  const place = { lat: Number(lat), lng: Number(lng) };
  return Math.abs(place.lat) <= 90 && Math.abs(place.lng) <= 180 ? place : null;
};

const spanOf = (query: Query): Span | null => {
  const when = textOf(query, 'when');
  return spans.find((span) => span === when) ?? null;
};

/** A day that the calendar has, from yesterday on: it is today somewhere. */
const dayOf = (query: Query, now: Date): string | null => {
  const day = textOf(query, 'day');
  const at = /^\d{4}-\d{2}-\d{2}$/.test(day) ? new Date(day) : new Date(Number.NaN);
  const isDay = !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day);
  return isDay && at.getTime() > now.getTime() - 2 * 86_400_000 ? day : null;
};

const regionOf = (query: Query): string | null => {
  const code = textOf(query, 'region');
  return countryPlace(code) === null ? null : code;
};

const tagOf = (query: Query): string | null => {
  const tag = textOf(query, 'tag');
  return isTag(tag) ? tag : null;
};

const categoryOf = (query: Query): string | null => {
  const slug = textOf(query, 'category');
  return /^[a-z0-9-]{1,60}$/.test(slug) ? slug : null;
};

/** What the address of a home page asks for. It is no API: what is not understood in it is left out. */
export const readHomeQuery = (query: Query, now: Date): HomeFilter => ({
  words: wordsOf(query),
  place: placeOf(query),
  region: regionOf(query),
  when: dayOf(query, now) === null ? spanOf(query) : null,
  day: dayOf(query, now),
  isFree: textOf(query, 'free') === '1',
  isOnline: textOf(query, 'online') === '1',
  category: categoryOf(query),
  tag: tagOf(query),
  isEverywhere: textOf(query, 'everywhere') === '1' || textOf(query, 'region') === 'all',
});

export const pageOf = (query: Query): number => {
  const text = textOf(query, 'page');
  const number = /^\d{1,7}$/.test(text) ? Number(text) : limits.defaultPage;
  return Math.min(Math.max(number, 1), limits.page);
};
