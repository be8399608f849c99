import type { SeriesView } from '@event-platform/domain';
import type { Static } from 'typebox';
import type { Links } from '../links.ts';
import type { EventSeriesShape } from '../schemas/events/series.ts';

export const presentSeries = (series: SeriesView, links: Links): Static<typeof EventSeriesShape> => ({
  id: series.id,
  rule: series.rule,
  organizer: {
    id: series.organizer.id,
    name: series.organizer.name,
    avatar: links.avatar(series.organizer.avatar),
  },
  myRsvp: series.myRsvp,
  events: series.events.map(({ id, startAt }) => ({ id, startAt: startAt.toISOString() })),
  ...(series.isCancelled ? { status: 'cancelled' as const } : {}),
});
