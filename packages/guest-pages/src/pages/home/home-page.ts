import type { Category, ListEvents } from '@event-platform/domain';
import { type App, responseCache } from '@event-platform/http';
import { scriptPath } from '../../scripts/scripts.ts';
import { homeView } from '../../views/home/home-view.ts';
import { htmlType } from '../../views/html.ts';
import { keepLanguage } from '../../views/keep-language.ts';
import type { GuestDependencies } from '../guest/guest-dependencies.ts';
import { chosenLanguage } from '../guest/language.ts';
import { setPolicy } from '../guest/page-policy.ts';
import { placeGuesses } from '../home-place.ts';
import { pageOf, readHomeQuery } from './home-query.ts';
import { spanBounds } from './home-span.ts';

/** Whole rows of two and of three cards. */
const pageSize = 12;

/** How long the categories are kept, in milliseconds: an operator changes them now and then. */
const categoriesKept = 5_000;

/** What is on, near the visitor first. */
export const homePage = async (app: App, dependencies: GuestDependencies): Promise<void> => {
  const { domain, site, clock, homePlace } = dependencies;
  const sendCached = responseCache(htmlType);
  const scriptUrl = `${site.basePath}${scriptPath('near')}`;

  let cachedCategories: { readonly list: Promise<readonly Category[]>; readonly until: number } | null = null;
  const categories = (): Promise<readonly Category[]> => {
    const now = clock.now().getTime();
    if (!cachedCategories || now >= cachedCategories.until) {
      const list = domain.listCategories();
      list.catch(() => {
        cachedCategories = null;
      });
      cachedCategories = { list, until: now + categoriesKept };
    }
    return cachedCategories.list;
  };

  app.get(
    '/',
    {
      config: { cost: 'list' },
      onRequest: async (_request, reply) => setPolicy(reply, { hasScript: true }),
    },
    async (request, reply) => {
      const query = request.query as Readonly<Record<string, unknown>>;
      const filter = readHomeQuery(query);
      const { words, place, when, isOnline, category, tag, isEverywhere } = filter;
      const find = (area: Pick<ListEvents, 'lat' | 'lng' | 'radius'>) =>
        domain.listEvents({
          ...(words ? { q: words } : {}),
          ...(category ? { category: [category] } : {}),
          ...(isOnline ? { attendance: ['online', 'mixed'] } : {}),
          ...(tag ? { tag: [tag] } : {}),
          ...spanBounds(when, clock.now(), area.lng ?? homePlace?.lng ?? 0),
          ...area,
          page: pageOf(query),
          limit: pageSize,
          callerId: null,
        });
      // A search is for what it names, wherever that is, and what is online is everywhere.
      const isOpen = place === null && !words && !isOnline && !isEverywhere;
      const guesses = isOpen ? placeGuesses(request.headers['accept-language'], homePlace) : [null];
      let isNear = false;
      let results = null;
      for (const guess of guesses) {
        isNear = guess !== null;
        results = await find(
          guess ? { lat: guess.lat, lng: guess.lng, radius: guess.radiusKm } : { ...place },
        );
        if (results.total > 0) break;
      }
      if (!results) throw new Error('the guesses of a place end with everywhere');
      const list = results;
      const isElsewhere = !isNear && guesses.length > 1;
      const all = await categories();
      const { language } = request;
      const languageChoice = chosenLanguage(request);
      const make = () =>
        keepLanguage(
          homeView(site, language, {
            ...{ list, filter, isNear, isElsewhere, categories: all, url: site.publicUrl, scriptUrl },
            now: clock.now(),
          }),
          languageChoice,
          site.basePath,
        );
      return sendCached(
        request,
        reply,
        list,
        make,
        JSON.stringify([language, languageChoice, filter, isNear, isElsewhere, all.length]),
      );
    },
  );
};
