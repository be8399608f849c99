import { type ListEvents, limits } from '@event-platform/domain';
import { type App, responseCache } from '@event-platform/http';
import { scriptPath } from '../scripts/scripts.ts';
import { homeView, type Place } from '../views/home-view.ts';
import { htmlType } from '../views/html.ts';
import type { GuestDependencies } from './guest-dependencies.ts';
import { setPolicy } from './page-policy.ts';

/** Whole rows of two and of three cards. */
const pageSize = 12;

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

const pageOf = (query: Query): number => {
  const text = textOf(query, 'page');
  const number = /^\d{1,7}$/.test(text) ? Number(text) : limits.defaultPage;
  return Math.min(Math.max(number, 1), limits.page);
};

/** What is on. A visitor's address is no API: what is not understood in it is left out instead of refused. */
export const homePage = async (app: App, { domain, site, clock }: GuestDependencies): Promise<void> => {
  const sendCached = responseCache(htmlType);
  const scriptUrl = `${site.basePath}${scriptPath('near')}`;

  app.get(
    '/',
    {
      config: { cost: 'list' },
      onRequest: async (_request, reply) => setPolicy(reply, { hasScript: true }),
    },
    async (request, reply) => {
      const query = request.query as Query;
      const words = wordsOf(query);
      const place = placeOf(query);
      const wanted: ListEvents = {
        ...(words ? { q: words } : {}),
        ...(place ?? {}),
        page: pageOf(query),
        limit: pageSize,
        callerId: null,
      };
      const found = await domain.listEvents(wanted);
      const { language } = request;
      const make = () =>
        homeView(site, language, { found, words, place, url: site.publicUrl, scriptUrl, now: clock.now() });
      return sendCached(request, reply, found, make, JSON.stringify([language, words, place]));
    },
  );
};
