import type { Dependencies } from '../dependencies.ts';
import { knownCategory } from '../events/edit/create-event.ts';
import { dateFaults } from '../events/edit/event-draft.ts';
import { withChosenCover } from '../events/edit/update-event.ts';
import type { EventRecord } from '../events/event.ts';
import type { UserId } from '../ids.ts';
import { localDateOf } from '../local-time/local-instant.ts';
import type { WithOrigin } from '../origin.ts';
import { DomainError, refuse, refuseInput } from '../problem.ts';
import { useQuota } from '../quotas/use-quota.ts';
import { searchDocuments } from '../search/search-document.ts';
import { changedOccurrence, changedSeries } from './changed-series.ts';
import { inEvent } from './create-series.ts';
import { followRule, planRule } from './follow-rule.ts';
import { firstDateOf } from './new-rule.ts';
import { ruleValue } from './recurrence-rule.ts';
import type { SeriesRecord, SeriesView } from './series.ts';
import { ownSeries, ruleOf, viewOf } from './series-access.ts';
import type { AskedSeriesChanges } from './series-changes.ts';
import { startOn } from './series-dates.ts';
import { requireKnownQuestions } from './series-questions.ts';

export interface ChangeSeries extends WithOrigin, AskedSeriesChanges {
  readonly seriesId: string;
  readonly callerId: UserId;
  readonly rule?: string | undefined;
  /** Only occurrences that start at or after it; now when absent. */
  readonly from?: Date | undefined;
  /** The `sequence` that the event at `from` has; any when absent. */
  readonly ifVersion?: number | undefined;
}

type Needs = Pick<
  Dependencies,
  'stores' | 'unitOfWork' | 'clock' | 'timeZones' | 'ids' | 'settings' | 'auditLog'
>;

/**
 * Changes the occurrences from an instant on that are not detached, and those to be made, all or none. A new rule keeps those on
 * its days, cancels others with guests and deletes others without. For its organizer. Throws `invalid_request`, `not_found`,
 * `forbidden`, `event_cancelled`, `event_changed_meanwhile`, `capacity_below_booked`, `question_answered`, `rate_limited` (the caller's changes of series).
 */
export const changeSeries =
  (dependencies: Needs) =>
  async ({
    seriesId,
    callerId,
    rule,
    from,
    ifVersion,
    origin,
    ...asked
  }: ChangeSeries): Promise<SeriesView> => {
    const { clock, settings, unitOfWork } = dependencies;
    const id = await ownSeries(dependencies, seriesId, callerId);
    if (rule !== undefined) ruleOf(rule);
    const cover = await withChosenCover(dependencies, callerId, asked.event ?? {});
    if (cover.faults.length > 0) throw refuseInput(...inEvent(cover.faults));
    const changes = { ...asked, event: asked.event && cover.changes };
    const now = clock.now();
    const start = from ?? now;
    const startFaults = dateFaults({ startAt: start, endAt: start }, null, callerId, settings, now);
    if (startFaults.length > 0)
      throw refuseInput(...startFaults.map((fault) => ({ ...fault, path: '/from' })));
    await useQuota(dependencies, callerId, 'series-changes');
    const madePrivate = await unitOfWork.run(async (stores) => {
      const within = { ...dependencies, stores };
      const series = await stores.series.lock(id);
      if (!series) throw refuse('not_found');
      if (series.isCancelled) throw refuse('event_cancelled');
      requireMade(series, start);
      const slug = changes.event?.category ?? series.draft.category;
      const category = await knownCategory(within, slug, '/event/category');
      const event = changes.event?.category ? { ...changes.event, category: category.slug } : changes.event;
      const inCategory = { ...changes, event };
      const newSeries = changedSeries(within, series, inCategory, now);
      const attachedOccurrences = await stores.occurrences.lockAttached(id, start, now);
      const events = attachedOccurrences.map(({ event }) => event);
      requireUnchanged(events[0], start, ifVersion);
      requireKnownQuestions(events, changes.event?.questions);
      const plan =
        rule === undefined
          ? null
          : planRule(
              withRule(newSeries, rule, from ?? ruleStart(series, now), series),
              attachedOccurrences,
              now,
            );
      await stores.series.save(plan?.series ?? newSeries);
      if (plan) await followRule(within, plan, { category, now, callerId });
      const documentOf = searchDocuments(category);
      const occurrences = plan?.occurrences ?? attachedOccurrences;
      const entries = occurrences.flatMap(
        ({ event }) =>
          changedOccurrence(within, {
            event,
            events,
            series: newSeries,
            changes: inCategory,
            documentOf,
            now,
          }) ?? [],
      );
      const conflict = await stores.occurrences.change(entries, now, callerId);
      if (conflict === 'question_answered') throw refuse('question_answered');
      if (conflict) throw new DomainError({ code: 'capacity_below_booked', ...conflict });
      const isHidden = series.draft.visibility !== 'private' && newSeries.draft.visibility === 'private';
      return isHidden ? entries.map(({ event }) => event.id) : [];
    }, 'bulk');
    for (const eventId of madePrivate)
      dependencies.auditLog.record({ event: 'event_made_private', userId: callerId, origin, eventId });
    return viewOf(dependencies, id, callerId);
  };

/** What comes before `from` is as it was: it has to be there. Throws `invalid_request`. */
const requireMade = ({ extendAt, madeThrough, timeZone }: SeriesRecord, from: Date): void => {
  if (extendAt !== null && madeThrough !== null && localDateOf(from, timeZone) > madeThrough)
    throw refuseInput({
      path: '/from',
      message: `must not be after ${madeThrough}: later dates are not made`,
    });
};

/** Others changed the event meanwhile, moved it, or took it out of the series. Throws `event_changed_meanwhile`. */
const requireUnchanged = (
  first: EventRecord | undefined,
  from: Date,
  ifVersion: number | undefined,
): void => {
  if (ifVersion === undefined) return;
  if (first?.sequence !== ifVersion || first.startAt.getTime() !== from.getTime())
    throw refuse('event_changed_meanwhile');
};

/** Where a rule counts from when its organizer does not say: no date comes before the first of the series. */
const ruleStart = (series: SeriesRecord, now: Date): Date =>
  new Date(Math.max(startOn(series, series.firstDate).getTime(), now.getTime()));

/** The series with another rule, which counts from its first date at or after an instant. Throws `invalid_request`. */
const withRule = (series: SeriesRecord, rule: string, from: Date, before: SeriesRecord): SeriesRecord => {
  const firstDate = firstDateOf(ruleOf(rule), series, from, before);
  if (firstDate === null) throw refuseInput({ path: '/rule', message: 'must have a date at or after from' });
  return { ...series, rule: ruleValue(rule), firstDate, madeThrough: null };
};
