import type { SeriesView } from '@event-platform/domain';
import type { Static } from 'typebox';
import type { Links } from '../links.ts';
import type { EventSeriesShape } from '../schemas/events/series.ts';
import { presentAvatar } from '../schemas/picture.ts';

export const presentSeries = (series: SeriesView, links: Links): Static<typeof EventSeriesShape> => ({
  id: series.id,
  rule: series.rule,
  organizer: {
    id: series.organizer.id,
    name: series.organizer.name,
    ...presentAvatar(series.organizer, links),
  },
  myRsvp: series.myRsvp,
  events: series.events.map(({ id, startAt, isAllDay }) => ({
    id,
    startAt: startAt.toISOString(),
    isAllDay,
  })),
  ...(series.isCancelled ? { status: 'cancelled' as const } : {}),
});
