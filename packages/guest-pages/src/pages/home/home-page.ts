import type { Category, ListEvents } from '@event-platform/domain';
import { type App, responseCache } from '@event-platform/http';
import type { FastifyRequest } from 'fastify';
import { scriptPath } from '../../scripts/scripts.ts';
import { homeView } from '../../views/home/home-view.ts';
import type { Where } from '../../views/home/home-where.ts';
import { htmlType } from '../../views/html.ts';
import { keepLanguage } from '../../views/keep-language.ts';
import type { GuestDependencies } from '../guest/guest-dependencies.ts';
import { chosenLanguage } from '../guest/language.ts';
import { allowCovers, setPolicy } from '../guest/page-policy.ts';
import { countryPlace, type PlaceGuess, placeGuesses, regions } from '../home-place.ts';
import { pageOf, readHomeQuery } from './home-query.ts';
import { spanBounds } from './home-span.ts';

/** Whole rows of two and of three cards. */
const pageSize = 12;

/** How long the categories are kept, in milliseconds: an operator changes them now and then. */
const categoriesKept = 5_000;

const whereOf = (guess: PlaceGuess | null): Where => {
  if (!guess) return { kind: 'everywhere' };
  const { code, name = '' } = guess;
  return code === undefined ? { kind: 'around', name } : { kind: 'country', code };
};

/** What is on, near the visitor first. */
export const homePage = async (app: App, dependencies: GuestDependencies): Promise<void> => {
  const { domain, site, clock, homePlace, guestCookie } = dependencies;
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

  /** The list of an address: the first guess of a place that has any. */
  const findOf = async (request: FastifyRequest) => {
    const query = request.query as Readonly<Record<string, unknown>>;
    const filter = readHomeQuery(query, clock.now());
    const { words, place, region, isFree, isOnline, category, tag, isEverywhere } = filter;
    const queryIn = (area: Pick<ListEvents, 'lat' | 'lng' | 'radius'>): ListEvents => ({
      ...(words ? { q: words } : {}),
      ...(category ? { category: [category] } : {}),
      ...(isOnline ? { attendance: ['online', 'mixed'] } : {}),
      ...(isFree ? { isFree } : {}),
      ...(tag ? { tag: [tag] } : {}),
      ...spanBounds(filter, clock.now(), area.lng ?? homePlace?.lng ?? 0),
      ...area,
      isOncePerSeries: true,
      callerId: null,
    });
    const page = pageOf(query);
    const country = region === null ? null : countryPlace(region);
    // A search is for what it names, wherever that is, and what is online is everywhere.
    const isOpen = place === null && !country && !words && !isOnline && !isEverywhere;
    const guesses = isOpen ? placeGuesses(request.headers['accept-language'], homePlace) : [country];
    for (const [index, guess] of guesses.entries()) {
      const area = guess ? { lat: guess.lat, lng: guess.lng, radius: guess.radiusKm } : { ...place };
      const list = await domain.listEvents({ ...queryIn(area), page, limit: pageSize });
      if (list.total === 0 && index < guesses.length - 1) continue;
      const where: Where = place ? { kind: 'near' } : whereOf(guess);
      return { filter, list, where, isElsewhere: !guess && isOpen && guesses.length > 1 };
    }
    throw new Error('the guesses of a place end with everywhere');
  };

  app.get(
    '/',
    {
      config: { cost: 'list', credentials: ['pageCookie'] },
      onRequest: async (_request, reply) => setPolicy(reply, { hasScript: true }),
    },
    async (request, reply) => {
      const { filter, list, where, isElsewhere } = await findOf(request);
      const all = await categories();
      const { language } = request;
      const make = () =>
        homeView(site, language, {
          ...{ list, filter, where, isElsewhere, categories: all, regions },
          ...{ url: site.publicUrl, scriptUrl, now: clock.now() },
        });
      reply.header('vary', 'accept-language, cookie');
      if (guestCookie.isSent(request))
        return reply.header('cache-control', 'private, no-store').sendPage(make());
      allowCovers(
        reply,
        list.items.map(({ event }) => event.coverUrl),
      );
      const choice = chosenLanguage(request);
      return sendCached(
        request,
        reply,
        list,
        () => keepLanguage(make(), choice, site.basePath),
        JSON.stringify([language, choice, filter, where, isElsewhere, all.length]),
      );
    },
  );
};
