import type { Dependencies } from '../dependencies.ts';
import { applyDraft, type DraftOutcome } from '../events/edit/apply-draft.ts';
import { newEvent } from '../events/edit/create-event.ts';
import { draftOf } from '../events/edit/event-draft.ts';
import type { EventRecord } from '../events/event.ts';
import type { EventId, UserId } from '../ids.ts';
import type { FieldFault } from '../problem.ts';
import { searchDocument } from '../search/search-document.ts';
import { belowBooked } from './below-booked.ts';
import { importCategories } from './import-categories.ts';
import { findKnownSeries, importSeries } from './import-series.ts';
import { draftAtSource, type ImportedEvent, importFaults, stateAtSource } from './imported-event.ts';
import {
  type BatchEntry,
  type ImportAddition,
  type ImportEdit,
  type ImportPlan,
  isClosed,
  planImport,
} from './plan-import.ts';

type ImportDependencies = Pick<Dependencies, 'stores' | 'clock' | 'ids' | 'unitOfWork' | 'timeZones'>;

export interface ImportEvents {
  readonly organizerId: UserId;
  readonly events: readonly ImportedEvent[];
  /** Adds events that are over, too. */
  readonly withPast?: boolean;
  /** Leaves events that exist as they are. */
  readonly keepsKnown?: boolean;
  /** Counts what would happen, and writes nothing. */
  readonly isTrial?: boolean;
}

/** How many events of a batch were, or in a trial would be, treated how. */
export interface ImportOutcome {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly cancelled: number;
  /** Over, and not here: left out. */
  readonly past: number;
  /** Cancelled at their source, and not here: left out. */
  readonly unknownCancelled: number;
  /** Cancelled or taken down here: they stay so. */
  readonly closed: number;
  /** What is wrong with those left out, by their index in the batch. */
  readonly faulty: readonly { readonly index: number; readonly errors: readonly FieldFault[] }[];
}

/**
 * Brings the organizer's events in step with a batch from elsewhere: adds those whose source key is new in one step,
 * changes those that differ and cancels those that are cancelled there, one by one as their organizer would; guests are
 * told alike. A category that the service lacks is added. Repeating a batch changes nothing. Series are treated so with their events.
 */
export const importEvents =
  (dependencies: ImportDependencies) =>
  async (command: ImportEvents): Promise<ImportOutcome> => {
    const { organizerId, withPast = false, keepsKnown = false, isTrial = false } = command;
    const { stores, clock } = dependencies;
    const categories = importCategories(await stores.managedCategories.all());
    const verdicts = command.events.map((importedEvent, index) => ({
      importedEvent: inCategory(importedEvent, categories),
      index,
      errors: importFaults(importedEvent),
    }));
    const faulty = verdicts
      .filter(({ errors }) => errors.length > 0)
      .map(({ index, errors }) => ({ index, errors }));
    const sound = verdicts.filter(({ errors }) => errors.length === 0);
    const storedEvents = await findKnown(stores, organizerId, sound, isTrial);
    const knownSeries = await findKnownSeries(stores, organizerId, sound);
    const isOfSeries = ({ importedEvent: { sourceKey, series } }: BatchEntry) =>
      !storedEvents.has(sourceKey) && (series !== undefined || knownSeries.has(sourceKey));
    const entries = sound.filter((entry) => !isOfSeries(entry));
    const ofSeries = await importSeries(dependencies)({
      ...{ organizerId, withPast, keepsKnown, isTrial, categories, seriesByKey: knownSeries },
      entries: sound.filter(isOfSeries),
    });
    faulty.push(...ofSeries.faulty);
    const plan = planImport(dependencies, {
      entries,
      eventsByKey: storedEvents,
      withPast,
      keepsKnown,
      now: clock.now(),
    });
    const counts = {
      ...plan.counts,
      added: plan.additions.length,
      changed: plan.edits.length,
      cancelled: plan.cancellations.length,
    };
    if (isTrial) return { ...sumOf(counts, ofSeries.counts), faulty };

    const addedCount = await addEvents(dependencies, organizerId, plan, categories);
    for (const { id } of plan.cancellations) await stores.events.cancel(id, clock.now(), organizerId);
    const editCounts = { changed: 0, unchanged: 0, closed: 0 };
    for (const edit of plan.edits) {
      const outcome = await changeEvent(dependencies, organizerId, edit, categories);
      if (typeof outcome === 'string') editCounts[outcome] += 1;
      else faulty.push({ index: edit.index, errors: [belowBooked(outcome.bookedCount)] });
    }
    const outcome = {
      ...counts,
      added: addedCount,
      changed: editCounts.changed,
      // Another import added the others meanwhile.
      unchanged: counts.unchanged + editCounts.unchanged + plan.additions.length - addedCount,
      closed: counts.closed + editCounts.closed,
    };
    return { ...sumOf(outcome, ofSeries.counts), faulty };
  };

type Counts = Omit<ImportOutcome, 'faulty'>;

const sumOf = (events: Counts, series: Partial<Counts>): Counts => ({
  ...events,
  ...Object.fromEntries(
    Object.entries(series).map(([name, count]) => [name, events[name as keyof Counts] + count]),
  ),
});

/** The organizer's events of a batch by their source keys; former keys become new ones. */
const findKnown = async (
  { imports }: Pick<Dependencies['stores'], 'imports'>,
  organizerId: UserId,
  entries: readonly BatchEntry[],
  isTrial: boolean,
): Promise<ReadonlyMap<string, EventRecord>> => {
  const keys = [
    ...new Set(
      entries.flatMap(({ importedEvent: { sourceKey, formerKeys = [] } }) => [sourceKey, ...formerKeys]),
    ),
  ];
  if (keys.length === 0) return new Map();
  const storedEvents = new Map(
    (await imports.find(organizerId, keys)).map((event) => [event.sourceKey as string, event]),
  );
  const renamed = new Set<string>();
  const renames = entries.flatMap(({ importedEvent: { sourceKey: to, formerKeys = [] } }) => {
    const from = formerKeys.find((key) => storedEvents.has(key) && !renamed.has(key));
    if (from === undefined || storedEvents.has(to)) return [];
    renamed.add(from);
    return [{ from, to }];
  });
  if (renames.length > 0 && !isTrial) await imports.rename(organizerId, renames);
  for (const { from, to } of renames) storedEvents.set(to, storedEvents.get(from) as EventRecord);
  return storedEvents;
};

type Categories = ReturnType<typeof importCategories>;

const inCategory = (importedEvent: ImportedEvent, { slugOf }: Categories): ImportedEvent =>
  importedEvent.draft
    ? {
        ...importedEvent,
        draft: { ...importedEvent.draft, category: slugOf(importedEvent.draft.category) },
      }
    : importedEvent;

const addEvents = async (
  { clock, ids, timeZones, unitOfWork }: ImportDependencies,
  organizerId: UserId,
  { additions, edits }: ImportPlan,
  categories: Categories,
): Promise<number> => {
  const now = clock.now();
  const toEntry = ({ draft, importedEvent }: ImportAddition) => {
    const { sourceKey } = importedEvent;
    const id = ids.next() as EventId;
    const scheduled = newEvent({ timeZones, ids }, id, organizerId, draft, sourceKey, now);
    const event = { ...scheduled, ...stateAtSource(scheduled, importedEvent) };
    return { event, document: searchDocument(event, categories.of(draft.category)) };
  };
  const entries = additions.map(toEntry);
  for (const edit of edits) categoryOf(categories, edit);
  if (entries.length === 0 && categories.added().length === 0) return 0;
  return unitOfWork.run(async (inside) => {
    await inside.categories.ensure(categories.added());
    return inside.events.addNew(entries);
  }, 'bulk');
};

const categoryOf = (categories: Categories, { event, importedEvent }: Omit<ImportEdit, 'index'>) =>
  categories.of(draftAtSource(draftOf(event), importedEvent).category);

/** Changes an event as often as other writes come first. */
const changeEvent = async (
  dependencies: ImportDependencies,
  organizerId: UserId,
  { event: storedEvent, importedEvent }: ImportEdit,
  categories: Categories,
): Promise<Exclude<DraftOutcome, 'outdated' | 'question_answered'> | 'closed'> => {
  for (let event: EventRecord | null = storedEvent; event && !isClosed(event); ) {
    const draft = draftAtSource(draftOf(event), importedEvent);
    const category = categoryOf(categories, { event, importedEvent });
    const state = stateAtSource(event, importedEvent);
    const outcome = await applyDraft(dependencies)(event, draft, category, organizerId, state);
    // Questions of another kind are other questions: their ids are given here.
    if (outcome !== 'outdated') return outcome as Exclude<typeof outcome, 'question_answered'>;
    event = await dependencies.stores.events.find(event.id);
  }
  return 'closed';
};
