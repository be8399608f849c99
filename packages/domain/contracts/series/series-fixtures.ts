import { draftOf } from '../../src/events/edit/event-draft.ts';
import type { EventRecord } from '../../src/events/event.ts';
import type { SeriesId, UserId } from '../../src/ids.ts';
import type { SeriesRecord } from '../../src/series/series.ts';
import { toSeriesDraft } from '../../src/series/series-draft.ts';
import { after, day, hour } from '../../src/time.ts';
import { documentOf, newId, now, someEvent } from '../fixtures.ts';

/** A series without occurrences. */
export const someSeries = (organizerId: UserId, changes: Partial<SeriesRecord> = {}): SeriesRecord => ({
  id: newId<'series'>() as SeriesId,
  organizerId,
  rule: 'FREQ=DAILY',
  firstDate: '2026-06-02',
  timeOfDay: 14 * hour,
  duration: 2 * hour,
  timeZone: 'Europe/Berlin',
  draft: { ...toSeriesDraft(draftOf(someEvent(organizerId))), timeZone: null },
  isCancelled: false,
  madeThrough: null,
  extendAt: null,
  sourceKey: null,
  createdAt: now,
  ...changes,
});

export const dateIn = (days: number): string =>
  after(now, days * day)
    .toISOString()
    .slice(0, 10);

/** Events of a series on the next days from tomorrow on. */
export const entriesOf = (
  series: SeriesRecord,
  days: readonly number[],
  changes: Partial<EventRecord> = {},
) =>
  days.map((number) => {
    const event = someEvent(series.organizerId, {
      capacity: null,
      startAt: after(now, number * day),
      endAt: after(now, number * day + 2 * hour),
      series: { id: series.id, date: dateIn(number), isDetached: false },
      ...changes,
    });
    return { event, document: documentOf(event) };
  });
