import type { SeriesId, UserId } from '../../src/ids.ts';
import type { ImportStore, UpcomingImport } from '../../src/ports/events/import-store.ts';
import { byKeys } from '../events/order.ts';
import type { Tables } from '../tables.ts';

const byStart = byKeys<Pick<UpcomingImport, 'id' | 'startAt'>>(({ startAt, id }) => [startAt, id]);

export const memoryImportStore = ({ events, series }: Pick<Tables, 'events' | 'series'>): ImportStore => {
  const byKey = (organizer: UserId) =>
    new Map(
      events
        .rows()
        .filter(({ organizerId, sourceKey }) => organizerId === organizer && sourceKey !== null)
        .map((event) => [event.sourceKey as string, event]),
    );
  return {
    find: async (organizerId, sourceKeys) => {
      const records = byKey(organizerId);
      return sourceKeys.flatMap((key) => records.get(key) ?? []);
    },
    rename: async (organizerId, changes) => {
      const records = byKey(organizerId);
      const keys = new Set(events.rows().map(({ sourceKey }) => sourceKey));
      for (const { from, to } of changes) {
        const event = records.get(from);
        if (event && !keys.has(to)) events.set(event.id, { ...event, sourceKey: to });
      }
    },
    upcoming: async ({ organizerId, keyPrefix, endsAfter, after, limit }) =>
      [...byKey(organizerId)]
        .filter(
          ([key, { status, takenDown, endAt }]) =>
            key.startsWith(keyPrefix) && status !== 'cancelled' && takenDown === null && endAt > endsAfter,
        )
        .map(([sourceKey, { id, title, startAt }]) => ({ id, sourceKey, title, startAt }))
        .filter((event) => after === null || byStart(event, after) > 0)
        .sort(byStart)
        .slice(0, limit),
    upcomingSeries: async ({ organizerId, keyPrefix, startsFrom, after, limit }) => {
      const hasMore = (id: SeriesId) =>
        events
          .rows()
          .some(
            (event) => event.series?.id === id && event.status === 'scheduled' && event.startAt >= startsFrom,
          );
      return series
        .rows()
        .flatMap(({ sourceKey, ...one }) => (sourceKey?.startsWith(keyPrefix) ? [{ ...one, sourceKey }] : []))
        .filter((one) => one.organizerId === organizerId && (after === null || one.id > after))
        .filter(({ id, isCancelled, extendAt }) => !isCancelled && (extendAt !== null || hasMore(id)))
        .sort(byKeys(({ id }) => [id]))
        .slice(0, limit)
        .map(({ id, sourceKey, draft }) => ({ id, sourceKey, title: draft.title }));
    },
  };
};
