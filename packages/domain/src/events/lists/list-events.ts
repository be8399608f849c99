import type { Dependencies } from '../../dependencies.ts';
import { parseId, type UserId } from '../../ids.ts';
import { limits } from '../../limits.ts';
import { type Page, toPage } from '../../paging.ts';
import { refuseInput } from '../../problem.ts';
import { expandTypos, parseTextQuery, requireQuery } from '../../search/text-query.ts';
import { after, day, hour, nextUtcDay } from '../../time.ts';
import { type Attendance, attendances } from '../attendance.ts';
import type { ListedEvent } from '../event.ts';
import { isSlug, isTag } from '../field-checks.ts';
import { cursorOf, cursorText, listMark } from './cursor.ts';
import type { Area, EventFilter, ListOrder } from './event-filter.ts';
import { type ListPage, positionOf } from './list-position.ts';
import { type ListedPage, readAfter, withNext } from './listed-page.ts';

/** One end of a range of dates: an instant, or, with `wholeDay`, the UTC day that begins at it. */
export interface DateBound {
  readonly at: Date;
  readonly wholeDay: boolean;
}

/** What a list may be asked for; undefined parts do not narrow it. Degrees and kilometres. */
export interface ListEvents {
  readonly lat?: number | undefined;
  readonly lng?: number | undefined;
  readonly radius?: number | undefined;
  /** Slugs: one or more, at most ten. */
  readonly category?: readonly string[] | undefined;
  /** Tags: one or more, at most five. */
  readonly tag?: readonly string[] | undefined;
  /** By start unless given; by distance it takes a place and at most 50 km. */
  readonly sort?: string | undefined;
  /** The id of a series. */
  readonly series?: string | undefined;
  /** How they are attended, in any order; one or more. */
  readonly attendance?: readonly string[] | undefined;
  /** Whether only events that cost nothing, and say so. */
  readonly isFree?: boolean | undefined;
  /** The id of a user. */
  readonly organizer?: string | undefined;
  /** Whether a series is listed once, with its first date that passes all else; items say how many later ones there are. */
  readonly isOncePerSeries?: boolean | undefined;
  readonly dateFrom?: DateBound | undefined;
  readonly dateTo?: DateBound | undefined;
  readonly q?: string | undefined;
  readonly page?: number | undefined;
  readonly limit?: number | undefined;
  /** The cursor of the page before, in place of `page`. */
  readonly after?: string | undefined;
  readonly callerId: UserId | null;
}

type Needs = Pick<Dependencies, 'stores' | 'clock'>;

/**
 * Public events that are not cancelled, by start; those that began more than a day before the earliest instant come last.
 * Without `dateFrom` those not yet ended, with it those that
 * overlap the range. Throws `invalid_request`.
 */
export const listEvents = (dependencies: Needs) => (query: ListEvents) =>
  findEvents(dependencies, query, toOrder(query));

/** As {@link listEvents}, for the words of `q`, those that match in the title first. */
export const searchEvents =
  (dependencies: Needs) => (query: Omit<ListEvents, 'sort'> & { readonly q: string }) =>
    findEvents(dependencies, query, 'relevance');

/** What a list is asked for that stays the same from page to page; without dates now is none of it. */
const markOf = (
  { endsAfter, recentSince: _, isDated, text, ...filter }: EventFilter,
  order: ListOrder,
): number => listMark(filter, isDated && endsAfter, text, order);

const findEvents = async (
  { stores, clock }: Needs,
  query: ListEvents,
  order: ListOrder,
): Promise<ListedPage> => {
  const page: Page = toPage(query);
  const filter = toFilter(query, clock.now());
  const isNobodys = query.organizer !== undefined && filter?.organizer === undefined;
  if (filter === null || filter.text?.length === 0 || isNobodys)
    return { ...page, items: [], total: 0, next: null };
  const mark = markOf(filter, order);
  // Without dates the lists of another hour have another order.
  const recentSince = order === 'time' && !filter.isDated ? filter.recentSince.getTime() : 0;
  const cursor = cursorOf(query, mark, recentSince);
  const list = async (filter: EventFilter, isExpanded = false): Promise<ListedPage> => {
    const toNext = ({ event }: ListedEvent): string =>
      cursorText({
        ...{ list: mark, recentSince: cursor?.recentSince ?? recentSince, isExpanded },
        position: positionOf(event, filter, order),
      });
    const read = (page: ListPage) => stores.eventCatalog.list(filter, order, query.callerId, page);
    const events = await (cursor
      ? readAfter(read, { ...page, after: cursor.position }, toNext)
      : read(page).then((events) => withNext(events, toNext)));
    const { categories } = filter;
    if (categories === null || (categories.length === 1 && events.total > 0)) return events;
    // Events are not of a category that was merged: its slug stands for another one.
    const slugs = await Promise.all(
      categories.map(async (slug) => (isSlug(slug) && (await stores.categories.find(slug))?.slug) || slug),
    );
    return slugs.every((slug) => categories.includes(slug))
      ? events
      : list({ ...filter, categories: toCategories(slugs) }, isExpanded);
  };
  const sameFilter =
    cursor && recentSince ? { ...filter, recentSince: new Date(cursor.recentSince) } : filter;
  const events = cursor?.isExpanded ? null : await list(sameFilter);
  if (events && (!filter.text || events.total > 0 || cursor)) return events;
  const text = filter.text && (await expandTypos(filter.text, stores.vocabulary));
  return text ? list({ ...sameFilter, text }, true) : (events ?? list(sameFilter));
};

const toFilter = (query: ListEvents, now: Date): EventFilter | null => {
  const endsAfter = query.dateFrom?.at ?? now;
  const startsBefore = query.dateTo ? endOf(query.dateTo) : null;
  if (query.dateFrom && startsBefore && endsAfter >= startsBefore)
    throw refuseInput({ path: '/dateFrom', message: 'must not be after dateTo' });
  requireQuery(query.q);
  const area = toArea(query);
  const series = query.series === undefined ? undefined : parseId<'series'>(query.series);
  const tags = toTags(query.tag);
  // An id that is none names no series, and no event has a tag of another form.
  if (series === null || tags?.length === 0) return null;
  return {
    area,
    series,
    categories: toCategories(query.category),
    tags,
    attendance: toAttendance(query.attendance),
    isFree: query.isFree === true ? true : undefined,
    organizer: (query.organizer === undefined ? null : parseId<'user'>(query.organizer)) ?? undefined,
    isOncePerSeries: query.isOncePerSeries === true ? true : undefined,
    endsAfter,
    isDated: query.dateFrom !== undefined,
    startsBefore,
    recentSince: after(query.dateFrom?.at ?? fullHour(now), -day),
    text: query.q === undefined ? null : parseTextQuery(query.q),
  };
};

const toOrder = ({ sort = 'time', lat, radius = limits.defaultRadiusKm }: ListEvents): ListOrder => {
  if (sort === 'time') return sort;
  if (sort !== 'distance') throw refuseInput({ path: '/sort', message: 'must be time or distance' });
  if (lat === undefined) throw refuseInput({ path: '/sort', message: 'needs lat and lng to be distance' });
  if (radius > limits.sortedRadiusKm)
    throw refuseInput({
      path: '/radius',
      message: `must be at most ${limits.sortedRadiusKm} where sort is distance`,
    });
  return sort;
};

const toTags = (names: readonly string[] | undefined): readonly string[] | null => {
  if (names === undefined) return null;
  const some = [...new Set(names)].sort();
  if (some.length === 0 || some.length > limits.listTags || some.includes(''))
    throw refuseInput({ path: '/tag', message: `must be 1 to ${limits.listTags} tags` });
  return some.filter(isTag);
};

const toCategories = (slugs: readonly string[] | undefined): readonly string[] | null => {
  if (slugs === undefined) return null;
  const some = [...new Set(slugs)].sort();
  if (some.length === 0 || some.length > limits.listCategories || some.includes(''))
    throw refuseInput({ path: '/category', message: `must be 1 to ${limits.listCategories} slugs` });
  return some;
};

/** All of them are no filter. */
const toAttendance = (names: readonly string[] | undefined): readonly Attendance[] | null => {
  if (names === undefined) return null;
  const matches = attendances.filter((one) => names.includes(one));
  if (matches.length === 0 || names.some((one) => !matches.some((match) => match === one)))
    throw refuseInput({ path: '/attendance', message: `must be one or more of ${attendances.join(', ')}` });
  return matches.length === attendances.length ? null : matches;
};

/** Lists without dates keep their order for an hour, so that their pages stay put. */
const fullHour = (now: Date): Date => new Date(Math.floor(now.getTime() / hour) * hour);

/** Instants are whole milliseconds, so one more makes an inclusive bound exclusive. */
const endOf = ({ at, wholeDay }: DateBound): Date => (wholeDay ? nextUtcDay(at) : after(at, 1));

const toArea = ({ lat, lng, radius }: ListEvents): Area | null => {
  if (lat === undefined && lng === undefined) {
    if (radius !== undefined) throw refuseInput({ path: '/radius', message: 'needs lat and lng' });
    return null;
  }
  if (lat === undefined || lng === undefined)
    throw refuseInput({
      path: lat === undefined ? '/lat' : '/lng',
      message: 'is needed: lat and lng go together',
    });
  if (!(Math.abs(lat) <= 90)) throw refuseInput({ path: '/lat', message: 'must be a number from -90 to 90' });
  if (!(Math.abs(lng) <= 180))
    throw refuseInput({ path: '/lng', message: 'must be a number from -180 to 180' });
  const radiusKm = radius ?? limits.defaultRadiusKm;
  if (!(radiusKm > 0 && radiusKm <= limits.radiusKm))
    throw refuseInput({ path: '/radius', message: `must be a number above 0, at most ${limits.radiusKm}` });
  return { lat, lng, radiusKm };
};
