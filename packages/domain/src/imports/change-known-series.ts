import type { Dependencies } from '../dependencies.ts';
import { recordFields } from '../events/edit/event-draft.ts';
import type { EventDraft } from '../events/event-fields.ts';
import { questionsOf } from '../events/question.ts';
import type { UserId } from '../ids.ts';
import { daysAfter, instantOn, localDateOf } from '../local-time/local-instant.ts';
import type { FieldFault } from '../problem.ts';
import { searchDocuments } from '../search/search-document.ts';
import { occurrenceWith } from '../series/changed-series.ts';
import { newSeries, startFault, startsRule } from '../series/create-series.ts';
import { followRule, planRule } from '../series/follow-rule.ts';
import type { RecurrenceRule } from '../series/recurrence-rule.ts';
import type { AttachedOccurrence, SeriesRecord } from '../series/series.ts';
import { startOn } from '../series/series-dates.ts';
import { draftOn } from '../series/series-draft.ts';
import { belowBooked } from './below-booked.ts';
import type { importCategories } from './import-categories.ts';
import { draftAtSource, type ImportedEvent, type ImportedSeries } from './imported-event.ts';

/** An event from elsewhere that repeats. */
export interface RepeatedEvent extends ImportedEvent {
  readonly draft: EventDraft;
  readonly series: ImportedSeries;
}

type Needs = Pick<Dependencies, 'stores' | 'clock' | 'ids' | 'unitOfWork' | 'timeZones'>;

interface Context {
  readonly organizerId: UserId;
  readonly isTrial: boolean;
  readonly categories: ReturnType<typeof importCategories>;
}

type Outcome = 'changed' | 'unchanged' | 'closed' | readonly FieldFault[];

/** Ends a unit of work, which then writes nothing. */
class Nothing extends Error {
  readonly outcome: Outcome;
  constructor(outcome: Outcome) {
    super('nothing is written');
    this.outcome = outcome;
  }
}

export const startFaultOfImport: readonly FieldFault[] = [{ ...startFault, path: '/startAt' }];

/** A series of which only events from today on are made. */
export const fromToday = <Series extends Pick<SeriesRecord, 'firstDate' | 'timeZone' | 'madeThrough'>>(
  series: Series,
  now: Date,
): Series => {
  const yesterday = daysAfter(localDateOf(now, series.timeZone), -1);
  return { ...series, madeThrough: yesterday < series.firstDate ? null : yesterday };
};

/** Sources that name the next date as the first one say nothing of that of today. */
const changeStart = ({ firstDate, timeZone }: SeriesRecord, now: Date): Date => {
  const today = localDateOf(now, timeZone);
  return firstDate > today ? instantOn(daysAfter(today, 1), 0, timeZone) : now;
};

/**
 * Changes a series and its events to come to what their source says, as its organizer would: events on days that it no longer
 * names are cancelled when they have guests and deleted otherwise; detached ones stay.
 */
export const changeKnownSeries =
  (dependencies: Needs) =>
  async (
    importedEvent: RepeatedEvent,
    rule: RecurrenceRule,
    before: SeriesRecord,
    { organizerId, isTrial, categories }: Context,
  ): Promise<Outcome> => {
    const { clock, unitOfWork } = dependencies;
    const now = clock.now();
    const { except } = importedEvent.series;
    if (!startsRule(rule, seriesAtSource(dependencies, before, importedEvent, now)))
      return startFaultOfImport;
    const work = unitOfWork.run(async (stores): Promise<Outcome> => {
      const series = await stores.series.lock(before.id);
      if (!series || series.isCancelled) return 'closed';
      const atSource = seriesAtSource(dependencies, series, importedEvent, now);
      const attachedOccurrences = await stores.occurrences.lockAttached(
        series.id,
        changeStart(atSource, now),
        now,
      );
      const plan = planRule(fromToday(atSource, now), attachedOccurrences, now, except);
      const category = categories.of(atSource.draft.category);
      const documentOf = searchDocuments(category);
      const entries = plan.occurrences.flatMap(
        ({ event }) =>
          occurrenceWith(event, fieldsAtSource(dependencies, atSource, event), documentOf, now) ?? [],
      );
      const isSame = isAsBefore(series, atSource) && entries.length + plan.endedOccurrences.length === 0;
      await stores.categories.ensure(categories.added());
      await stores.series.save(plan.series, except);
      const within = { ...dependencies, stores };
      const occurrences = await followRule(within, plan, { category, now, callerId: organizerId });
      const conflict = await stores.occurrences.change(entries, now, organizerId);
      // Questions of another kind are other questions: ids are given here.
      if (conflict && conflict !== 'question_answered')
        throw new Nothing([belowBooked(conflict.bookedCount)]);
      const outcome = isSame && occurrences === 0 ? 'unchanged' : 'changed';
      if (isTrial) throw new Nothing(outcome);
      return outcome;
    }, 'bulk');
    return work.catch((error: unknown) => {
      if (!(error instanceof Nothing)) throw error;
      return error.outcome;
    });
  };

/** The series as its source has it; what that leaves out stays. */
const seriesAtSource = (
  dependencies: Pick<Needs, 'timeZones'>,
  series: SeriesRecord,
  { draft: sourceDraft, series: { rule }, omittedFields }: RepeatedEvent,
  now: Date,
): SeriesRecord => {
  const draft = draftAtSource(draftOn(series, sourceDraft.startAt), { draft: sourceDraft, omittedFields });
  const { organizerId, sourceKey } = series;
  const { id, createdAt, extendAt, isCancelled } = series;
  return {
    ...newSeries(dependencies, { organizerId, draft, rule }, sourceKey, now),
    ...{ id, createdAt, extendAt, isCancelled },
  };
};

/** The fields of an occurrence as its series is. */
const fieldsAtSource = (
  { timeZones, ids }: Pick<Needs, 'timeZones' | 'ids'>,
  series: SeriesRecord,
  event: AttachedOccurrence['event'],
) => {
  const startAt = event.series?.date ? startOn(series, event.series.date) : event.startAt;
  const draft = draftOn(series, startAt);
  const questions = questionsOf(ids.next, event.questions, draft.questions);
  return { ...recordFields(timeZones, draft), questions };
};

/** A first date that moves on, as feeds have it, is no change in itself. */
const isAsBefore = (before: SeriesRecord, atSource: SeriesRecord): boolean => {
  const rulePartsOf = ({ rule, timeOfDay, duration, timeZone, draft }: SeriesRecord) =>
    JSON.stringify([rule, timeOfDay, duration, timeZone, Object.entries(draft).sort()]);
  return rulePartsOf(before) === rulePartsOf(atSource);
};
