import { maySee } from '../../src/events/visibility.ts';
import type { SeriesStore } from '../../src/ports/events/series-store.ts';
import { byKeys } from '../events/order.ts';
import { tiesOf } from '../memory-ties.ts';
import { pairKey } from '../table.ts';
import type { Tables } from '../tables.ts';

export const memorySeriesStore = (tables: Tables): SeriesStore => {
  const { series, events, users, seriesGaps, seriesRsvps } = tables;
  const isSuspended = (organizer: string) => (users.get(organizer)?.suspendedAt ?? null) !== null;
  return {
    add: async (record) => {
      const isKnown = series
        .rows()
        .some(({ sourceKey }) => sourceKey !== null && sourceKey === record.sourceKey);
      if (isKnown || isSuspended(record.organizerId)) return false;
      series.set(record.id, record);
      return true;
    },
    ofSources: async (keys) => series.rows().filter(({ sourceKey }) => sourceKey && keys.includes(sourceKey)),
    find: async (id) => series.get(id) ?? null,
    lock: async (id) => series.get(id) ?? null,
    lockDue: async (at) =>
      series
        .rows()
        .find(
          ({ extendAt, organizerId }) => extendAt !== null && extendAt <= at && !isSuspended(organizerId),
        ) ?? null,
    save: async (record, except) => {
      const { id: seriesId } = record;
      series.set(seriesId, record);
      if (!except) return;
      for (const { date, ...gap } of seriesGaps.rows())
        if (gap.seriesId === seriesId && gap.isExcepted) seriesGaps.delete(pairKey(seriesId, date));
      for (const date of except) {
        const key = pairKey(seriesId, date);
        if (!seriesGaps.get(key)) seriesGaps.set(key, { seriesId, date, isExcepted: true });
      }
    },
    view: async (id, caller, at, from, limit) => {
      const record = series.get(id);
      if (!record) return null;
      const visible = events
        .rows()
        .filter((event) => event.series?.id === id && maySee(tiesOf(tables, event, caller, at)));
      if (visible.length === 0 && record.organizerId !== caller) return null;
      const organizer = users.get(record.organizerId);
      return {
        id,
        rule: record.rule,
        isCancelled: record.isCancelled,
        organizer: {
          id: record.organizerId,
          name: organizer?.name ?? '',
          avatar: organizer?.avatar ?? null,
        },
        myRsvp: seriesRsvps.get(pairKey(id, caller ?? ''))?.state ?? null,
        events: visible
          .filter(({ status, startAt }) => status === 'scheduled' && startAt >= from)
          .sort(byKeys((event) => [event.startAt, event.id]))
          .slice(0, limit)
          .map(({ id, startAt, isAllDay }) => ({ id, startAt, isAllDay })),
      };
    },
  };
};
