import type { Dependencies } from '../dependencies.ts';
import type { SeriesId, UserId } from '../ids.ts';
import type { FieldFault } from '../problem.ts';
import { newSeries, startsRule } from '../series/create-series.ts';
import { makeOccurrences } from '../series/make-occurrences.ts';
import { parseRule, type RecurrenceRule } from '../series/recurrence-rule.ts';
import type { SeriesRecord } from '../series/series.ts';
import { nextDates } from '../series/series-dates.ts';
import {
  changeKnownSeries,
  fromToday,
  type RepeatedEvent,
  startFaultOfImport,
} from './change-known-series.ts';
import type { importCategories } from './import-categories.ts';
import type { ImportedEvent } from './imported-event.ts';
import type { BatchEntry } from './plan-import.ts';

type Needs = Pick<Dependencies, 'stores' | 'clock' | 'ids' | 'unitOfWork' | 'timeZones'>;

export interface ImportSeries {
  readonly organizerId: UserId;
  readonly entries: readonly BatchEntry[];
  /** By source key. */
  readonly seriesByKey: ReadonlyMap<string, SeriesRecord>;
  /** Makes events that are over, too. */
  readonly withPast: boolean;
  /** Leaves series that exist as they are. */
  readonly keepsKnown: boolean;
  readonly isTrial: boolean;
  readonly categories: ReturnType<typeof importCategories>;
}

type Context = Omit<ImportSeries, 'entries'>;

/** What became of a series; a text is a count of the outcome. */
type Treatment = 'added' | 'changed' | 'unchanged' | 'cancelled' | 'past' | 'unknownCancelled' | 'closed';

export interface SeriesOutcome {
  readonly counts: Readonly<Record<Treatment, number>>;
  readonly faulty: readonly { readonly index: number; readonly errors: readonly FieldFault[] }[];
}

/** The series of a batch by their source keys. */
export const findKnownSeries = async (
  { series }: Pick<Dependencies['stores'], 'series'>,
  organizerId: UserId,
  entries: readonly BatchEntry[],
): Promise<ReadonlyMap<string, SeriesRecord>> => {
  const records = await series.ofSources(entries.map(({ importedEvent }) => importedEvent.sourceKey));
  return new Map(
    records.flatMap((one) =>
      one.sourceKey !== null && one.organizerId === organizerId ? [[one.sourceKey, one] as const] : [],
    ),
  );
};

/**
 * Brings the series of a batch in step with their source: adds those whose source key is new, each with its events in one step,
 * changes those that differ and cancels those that are cancelled there, as their organizer would.
 */
export const importSeries =
  (dependencies: Needs) =>
  async ({ entries, ...context }: ImportSeries): Promise<SeriesOutcome> => {
    const counts = {
      added: 0,
      changed: 0,
      unchanged: 0,
      cancelled: 0,
      past: 0,
      unknownCancelled: 0,
      closed: 0,
    };
    const faulty: { readonly index: number; readonly errors: readonly FieldFault[] }[] = [];
    for (const { importedEvent, index } of entries) {
      const outcome = await importOne(dependencies, importedEvent, context);
      if (typeof outcome === 'string') counts[outcome] += 1;
      else faulty.push({ index, errors: outcome });
    }
    return { counts, faulty };
  };

const importOne = async (
  dependencies: Needs,
  importedEvent: ImportedEvent,
  context: Context,
): Promise<Treatment | readonly FieldFault[]> => {
  const { sourceKey, draft, series, isPostponed } = importedEvent;
  const storedSeries = context.seriesByKey.get(sourceKey);
  if (storedSeries && context.keepsKnown) return 'unchanged';
  if (storedSeries?.isCancelled) return draft ? 'closed' : 'unchanged';
  if (isPostponed) return [{ path: '/eventStatus', message: 'must not postpone a series' }];
  if (storedSeries && !draft) {
    if (!context.isTrial) await cancelImportedSeries(dependencies, storedSeries.id, context.organizerId);
    return 'cancelled';
  }
  // A line that repeats no more tells nothing of the events that were made.
  if (!draft || !series) return storedSeries ? 'unchanged' : 'unknownCancelled';
  const rule = parseRule(series.rule);
  if (!rule) return [{ path: '/rule', message: 'must be a rule of RFC 5545' }];
  const edit = { ...importedEvent, draft, series };
  return storedSeries
    ? changeKnownSeries(dependencies)(edit, rule, storedSeries, context)
    : add(dependencies, edit, rule, context);
};

const add = async (
  dependencies: Needs,
  { sourceKey, draft, series: { rule: text, except } }: RepeatedEvent,
  rule: RecurrenceRule,
  { organizerId, withPast, isTrial, categories }: Context,
): Promise<Treatment | readonly FieldFault[]> => {
  const { clock, ids, unitOfWork } = dependencies;
  const now = clock.now();
  const fullSeries = newSeries(dependencies, { organizerId, draft, rule: text }, sourceKey, now);
  if (!startsRule(rule, fullSeries)) return startFaultOfImport;
  const series = withPast ? fullSeries : fromToday(fullSeries, now);
  const { dates, ...progress } = nextDates(rule, series, now);
  if (dates.length === 0 && progress.extendAt === null) return 'past';
  if (isTrial) return 'added';
  const category = categories.of(draft.category);
  const newRecord = { ...series, ...progress, id: ids.next() as SeriesId };
  const isAdded = await unitOfWork.run(async (inside) => {
    await inside.categories.ensure(categories.added());
    if (!(await inside.series.add(newRecord))) return false;
    await inside.series.save(newRecord, except);
    await inside.occurrences.add(makeOccurrences(dependencies, newRecord, category, dates, now), now);
    return true;
  }, 'bulk');
  return isAdded ? 'added' : 'unchanged';
};

/** Cancels a series with all of its occurrences to come; one that is cancelled stays so. */
export const cancelImportedSeries = (
  { unitOfWork, clock }: Pick<Needs, 'unitOfWork' | 'clock'>,
  id: SeriesId,
  actor: UserId,
): Promise<void> =>
  unitOfWork.run(async ({ series, occurrences }) => {
    const records = await series.lock(id);
    if (!records || records.isCancelled) return;
    await series.save({ ...records, isCancelled: true, extendAt: null });
    await occurrences.cancelToCome(id, clock.now(), actor);
  }, 'bulk');
