import type { Dependencies } from '../dependencies.ts';
import type { EventDraft } from '../events/event-draft.ts';
import type { SeriesId, UserId } from '../ids.ts';
import { type LocalDate, localDateOf } from '../local-time/local-instant.ts';
import type { FieldFault } from '../problem.ts';
import { newSeries, startFault, startsRule } from '../series/create-series.ts';
import { makeOccurrences } from '../series/make-occurrences.ts';
import { parseRule, type RecurrenceRule } from '../series/recurrence-rule.ts';
import type { SeriesRecord } from '../series/series.ts';
import { nextDates } from '../series/series-dates.ts';
import { after, day } from '../time.ts';
import type { importCategories } from './import-categories.ts';
import type { ImportedEvent, ImportedSeries } from './imported-event.ts';
import type { BatchEntry } from './plan-import.ts';

type Needs = Pick<Dependencies, 'stores' | 'clock' | 'ids' | 'unitOfWork' | 'timeZones'>;

export interface ImportSeries {
  readonly organizerId: UserId;
  readonly entries: readonly BatchEntry[];
  /** By source key. */
  readonly known: ReadonlyMap<string, SeriesRecord>;
  /** Makes events that are over, too. */
  readonly withPast: boolean;
  readonly isTrial: boolean;
  readonly categories: ReturnType<typeof importCategories>;
}

/** What became of a series; a text is a count of the outcome. */
type Treatment = 'added' | 'unchanged' | 'cancelled' | 'past' | 'unknownCancelled' | 'closed';

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
  const found = await series.ofSources(entries.map(({ imported }) => imported.sourceKey));
  return new Map(
    found.flatMap((one) =>
      one.sourceKey !== null && one.organizerId === organizerId ? [[one.sourceKey, one] as const] : [],
    ),
  );
};

/**
 * Adds the series of a batch whose source key is new, each with its events in one step, and cancels those that are cancelled at
 * their source. Others stay as they are: their organizer changes them here.
 */
export const importSeries =
  (dependencies: Needs) =>
  async ({ entries, ...context }: ImportSeries): Promise<SeriesOutcome> => {
    const counts = { added: 0, unchanged: 0, cancelled: 0, past: 0, unknownCancelled: 0, closed: 0 };
    const faulty: { readonly index: number; readonly errors: readonly FieldFault[] }[] = [];
    for (const { imported, index } of entries) {
      const treated = await importOne(dependencies, imported, context);
      if (typeof treated === 'string') counts[treated] += 1;
      else faulty.push({ index, errors: treated });
    }
    return { counts, faulty };
  };

const importOne = async (
  dependencies: Needs,
  { sourceKey, draft, series, categoryName }: ImportedEvent,
  context: Omit<ImportSeries, 'entries'>,
): Promise<Treatment | readonly FieldFault[]> => {
  const known = context.known.get(sourceKey);
  if (known?.isCancelled) return draft ? 'closed' : 'unchanged';
  if (known && !draft) {
    if (!context.isTrial) await cancelImportedSeries(dependencies, known.id, context.organizerId);
    return 'cancelled';
  }
  if (known) return 'unchanged';
  if (!draft || !series) return 'unknownCancelled';
  const rule = parseRule(series.rule);
  if (!rule) return [{ path: '/rule', message: 'must be a rule of RFC 5545' }];
  return add(dependencies, { sourceKey, draft, series, categoryName, rule }, context);
};

interface NewImport {
  readonly sourceKey: string;
  readonly draft: EventDraft;
  readonly series: ImportedSeries;
  readonly categoryName: string | undefined;
  readonly rule: RecurrenceRule;
}

const add = async (
  dependencies: Needs,
  { sourceKey, draft, series: { rule: text, except }, categoryName, rule }: NewImport,
  { organizerId, withPast, isTrial, categories }: Omit<ImportSeries, 'entries'>,
): Promise<Treatment | readonly FieldFault[]> => {
  const { clock, ids, unitOfWork } = dependencies;
  const now = clock.now();
  const begun = newSeries(dependencies, { organizerId, draft, rule: text }, sourceKey, now);
  if (!startsRule(rule, begun)) return [{ ...startFault, path: '/startAt' }];
  const yesterday = localDateOf(after(now, -day), begun.timeZone);
  const series = { ...begun, madeThrough: withPast || yesterday < begun.firstDate ? null : yesterday };
  const { dates, ...progress } = nextDates(rule, series, now);
  if (dates.length === 0 && progress.extendAt === null) return 'past';
  if (isTrial) return 'added';
  const category = categories.of(draft.category, categoryName);
  const made = { ...series, ...progress, id: ids.next() as SeriesId };
  const isAdded = await unitOfWork.run(async (inside) => {
    await inside.categories.ensure(categories.added());
    if (!(await inside.series.add(made))) return false;
    const entries = makeOccurrences(dependencies, made, category, dates, now);
    await inside.occurrences.add(entries, now);
    // A day whose event is deleted on its own is not made again.
    for (const { event } of entries)
      if (except.includes(event.series?.date as LocalDate)) await inside.events.remove(event.id);
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
    const found = await series.lock(id);
    if (!found || found.isCancelled) return;
    await series.save({ ...found, isCancelled: true, extendAt: null });
    await occurrences.cancelToCome(id, clock.now(), actor);
  }, 'bulk');
