import type { Dependencies } from '../dependencies.ts';
import { isAsDrafted } from '../events/edit/apply-draft.ts';
import { draftOf } from '../events/edit/event-draft.ts';
import type { EventRecord } from '../events/event.ts';
import type { EventDraft } from '../events/event-fields.ts';
import { draftAtSource, type ImportedEvent, stateAtSource } from './imported-event.ts';

/** An event from elsewhere and its index in the batch. */
export interface BatchEntry {
  readonly importedEvent: ImportedEvent;
  readonly index: number;
}

export interface ImportAddition {
  readonly importedEvent: ImportedEvent;
  readonly draft: EventDraft;
}

export interface ImportEdit extends BatchEntry {
  readonly event: EventRecord;
}

/** What to do about the sound events of a batch. */
export interface ImportPlan {
  readonly additions: readonly ImportAddition[];
  readonly edits: readonly ImportEdit[];
  readonly cancellations: readonly EventRecord[];
  readonly counts: {
    readonly unchanged: number;
    readonly past: number;
    readonly unknownCancelled: number;
    readonly closed: number;
  };
}

export interface PlanImport {
  readonly entries: readonly BatchEntry[];
  /** By source key. */
  readonly eventsByKey: ReadonlyMap<string, EventRecord>;
  readonly withPast: boolean;
  readonly keepsKnown: boolean;
  readonly now: Date;
}

/** Whether the event changes no more. */
export const isClosed = ({ status, takenDown }: EventRecord): boolean =>
  status === 'cancelled' || takenDown !== null;

export const planImport = (
  dependencies: Pick<Dependencies, 'timeZones'>,
  { entries, eventsByKey, withPast, keepsKnown, now }: PlanImport,
): ImportPlan => {
  const additions = new Map<string, ImportAddition>();
  const edits: ImportEdit[] = [];
  const cancellations: EventRecord[] = [];
  const counts = { unchanged: 0, past: 0, unknownCancelled: 0, closed: 0 };

  const planKnown = (event: EventRecord, entry: BatchEntry) => {
    const { draft, isPostponed } = entry.importedEvent;
    const draftNow = draftAtSource(draftOf(event), entry.importedEvent);
    if (keepsKnown) counts.unchanged += 1;
    else if (isClosed(event)) counts[draft ? 'closed' : 'unchanged'] += 1;
    else if (!draft && !isPostponed) cancellations.push(event);
    else if (isAsDrafted(dependencies, event, draftNow, stateAtSource(event, entry.importedEvent)))
      counts.unchanged += 1;
    else edits.push({ ...entry, event });
  };
  const planNew = (importedEvent: ImportedEvent) => {
    const { draft, sourceKey } = importedEvent;
    if (!draft) counts.unknownCancelled += 1;
    else if (draft.endAt <= now && !withPast) counts.past += 1;
    else if (additions.has(sourceKey)) counts.unchanged += 1;
    else additions.set(sourceKey, { importedEvent, draft });
  };
  for (const entry of entries) {
    const event = eventsByKey.get(entry.importedEvent.sourceKey);
    if (event) planKnown(event, entry);
    else planNew(entry.importedEvent);
  }
  return { additions: [...additions.values()], edits, cancellations, counts };
};
