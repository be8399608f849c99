import type { Dependencies } from '../dependencies.ts';
import { knownCategory, withCover } from '../events/edit/create-event.ts';
import { dateFaults, recordFields, storedDraftFaults } from '../events/edit/event-draft.ts';
import type { EventDraft } from '../events/event-fields.ts';
import type { SeriesId, UserId } from '../ids.ts';
import { localDateOf, timeOfDayOf } from '../local-time/local-instant.ts';
import { daysIn } from '../local-time/whole-days.ts';
import { refuse, refuseInput } from '../problem.ts';
import { useQuota } from '../quotas/use-quota.ts';
import { day } from '../time.ts';
import { makeOccurrences } from './make-occurrences.ts';
import { type RecurrenceRule, ruleValue } from './recurrence-rule.ts';
import type { SeriesRecord, SeriesView } from './series.ts';
import { ruleOf, viewOf } from './series-access.ts';
import { nextDates, ruleDates, startOn } from './series-dates.ts';
import { toSeriesDraft } from './series-draft.ts';

export interface CreateSeries {
  readonly organizerId: UserId;
  /** The first occurrence; its start is one of the rule's dates. */
  readonly draft: EventDraft;
  /** A picture of the organizer, in place of `coverUrl`. */
  readonly coverId?: string | null | undefined;
  /** An RRULE value of RFC 5545. */
  readonly rule: string;
}

/**
 * Creates a series with its occurrences of the next year. Throws `invalid_request` and `rate_limited`: all of them count as
 * one of the caller's events of a day.
 */
export const createSeries =
  (dependencies: Pick<Dependencies, 'stores' | 'unitOfWork' | 'clock' | 'timeZones' | 'ids' | 'settings'>) =>
  async ({ organizerId, rule: text, ...asked }: CreateSeries): Promise<SeriesView> => {
    const { clock, ids, settings, timeZones, unitOfWork } = dependencies;
    const now = clock.now();
    const rule = ruleOf(text);
    const { draft, faults: coverFaults } = await withCover(dependencies, organizerId, asked);
    const faults = [
      ...coverFaults,
      ...storedDraftFaults(timeZones, draft),
      ...dateFaults(draft, null, organizerId, settings, now),
    ];
    if (faults.length > 0) throw refuseInput(...inEvent(faults));
    const category = await knownCategory(dependencies, draft.category, '/event/category');
    const inCategory = { ...draft, category: category.slug };
    const series = newSeries(dependencies, { organizerId, draft: inCategory, rule: text }, null, now);
    if (!startsRule(rule, series)) throw refuseInput(startFault);
    await useQuota(dependencies, organizerId, 'daily-events');
    const id = ids.next() as SeriesId;
    await unitOfWork.run(async (stores) => {
      const { dates, ...progress } = nextDates(rule, series, now);
      const newSeries = { ...series, id, ...progress };
      if (!(await stores.series.add(newSeries))) throw refuse('not_found');
      await stores.occurrences.add(makeOccurrences(dependencies, newSeries, category, dates, now), now);
    }, 'bulk');
    // Where clocks show the time of the first start twice, it is the first of the two.
    return viewOf(dependencies, id, organizerId, startOn(series, series.firstDate));
  };

/** Faults of the event within a body that holds it. */
export const inEvent = <Fault extends { readonly path: string }>(faults: readonly Fault[]) =>
  faults.map((fault) => ({ ...fault, path: `/event${fault.path}` }));

export const startFault = { path: '/event/startAt', message: 'must be the first date of the rule' };

/** A series of which nothing is made yet. */
export const newSeries = (
  { timeZones }: Pick<Dependencies, 'timeZones'>,
  { organizerId, draft, rule }: Omit<CreateSeries, 'coverId'>,
  sourceKey: string | null,
  at: Date,
): Omit<SeriesRecord, 'id'> => {
  const { startAt, endAt } = draft;
  const { timeZone, isAllDay } = recordFields(timeZones, draft);
  return {
    organizerId,
    rule: ruleValue(rule),
    firstDate: localDateOf(startAt, timeZone),
    timeOfDay: isAllDay ? 0 : timeOfDayOf(startAt, timeZone),
    duration: isAllDay ? daysIn(draft) * day : endAt.getTime() - startAt.getTime(),
    timeZone,
    draft: { ...toSeriesDraft(draft), isAllDay },
    isCancelled: false,
    madeThrough: null,
    extendAt: null,
    sourceKey,
    createdAt: at,
  };
};

/** Before it all years that a series is made ahead have four digits. */
const lastFirstDate = '9900-01-01';

/** Whether a series begins with a date of its rule. */
export const startsRule = (rule: RecurrenceRule, series: Omit<SeriesRecord, 'id'>): boolean =>
  series.firstDate < lastFirstDate && ruleDates(rule, series, series.firstDate).dates.length > 0;
