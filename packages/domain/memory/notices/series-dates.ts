import type { EventStatus } from '../../src/events/event.ts';
import type { UserId } from '../../src/ids.ts';
import { type Notice, noticePolicy } from '../../src/notices/notice.ts';
import type { SeriesDates } from '../../src/ports/messaging/notice-store.ts';
import { byKeys } from '../events/order.ts';
import { onlineUrlFor } from '../memory-ties.ts';
import type { Tables } from '../tables.ts';

/** What the events of a series are after a change that guests are told of. */
const statuses: Readonly<Partial<Record<Notice['kind'], EventStatus>>> = {
  event_changed: 'scheduled',
  event_cancelled: 'cancelled',
};

/** Changed or cancelled on its own, an event is no longer attached to its series. */
export const seriesDatesOf = (tables: Tables, notice: Notice, user: UserId): SeriesDates | null => {
  const status = statuses[notice.kind];
  const first = notice.event && tables.events.get(notice.event.id);
  if (!status || !first?.series || first.series.isDetached) return null;
  const { id: seriesId } = first.series;
  const ties = [...tables.rsvps.rows(), ...tables.bookings.rows()].filter(({ userId }) => userId === user);
  const dates = tables.events
    .rows()
    .filter(
      ({ id, series, takenDown, startAt, endAt, ...event }) =>
        series?.id === seriesId &&
        !series.isDetached &&
        !takenDown &&
        event.status === status &&
        startAt >= first.startAt &&
        endAt > notice.createdAt &&
        ties.some(({ eventId }) => eventId === id),
    )
    .sort(byKeys(({ startAt, id }) => [startAt.getTime(), id]))
    .map((event) => {
      const { id, sequence, title, location, startAt, endAt, isAllDay, timeZone } = event;
      const onlineUrl = status === 'scheduled' ? onlineUrlFor(tables, event, user) : null;
      return {
        id,
        sequence,
        title,
        address: location.address,
        startAt,
        endAt,
        isAllDay,
        timeZone,
        onlineUrl,
      };
    });
  const rule = tables.series.get(seriesId)?.rule;
  return rule !== undefined && dates.length > 1
    ? { rule, events: dates.slice(0, noticePolicy.seriesDates), total: dates.length }
    : null;
};
