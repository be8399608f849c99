import type { Dependencies } from '../dependencies.ts';
import type { Category } from '../events/category.ts';
import { newEvent } from '../events/edit/create-event.ts';
import type { EventToWrite } from '../events/edit/event-to-write.ts';
import type { EventId } from '../ids.ts';
import type { LocalDate } from '../local-time/local-instant.ts';
import { searchDocuments } from '../search/search-document.ts';
import type { SeriesRecord } from './series.ts';
import { startOn } from './series-dates.ts';
import { draftOn } from './series-draft.ts';

/** The events of a series on these days. */
export const makeOccurrences = (
  { timeZones, ids }: Pick<Dependencies, 'timeZones' | 'ids'>,
  series: SeriesRecord,
  category: Category,
  dates: readonly LocalDate[],
  now: Date,
): readonly EventToWrite[] => {
  const documentOf = searchDocuments(category);
  return dates.map((date) => {
    const startAt = startOn(series, date);
    const draft = { ...draftOn(series, startAt), category: category.slug };
    const id = ids.next() as EventId;
    const event = {
      ...newEvent({ timeZones, ids }, id, series.organizerId, draft, null, now),
      series: { id: series.id, date, isDetached: false },
    };
    return { event, document: documentOf(event) };
  });
};
