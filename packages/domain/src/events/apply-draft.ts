import type { Dependencies } from '../dependencies.ts';
import type { UserId } from '../ids.ts';
import { searchDocument } from '../search/search-document.ts';
import type { Category } from './category.ts';
import type { EventRecord } from './event.ts';
import { type EventDraft, recordFields } from './event-draft.ts';

/** `outdated` when another write came first; the confirmed seats when the capacity is below them. */
export type DraftOutcome = 'unchanged' | 'changed' | 'outdated' | { readonly bookedCount: number };

/** Whether an event already is what a valid draft says. */
export const isAsDrafted = (
  { timeZones }: Pick<Dependencies, 'timeZones'>,
  event: EventRecord,
  draft: EventDraft,
): boolean =>
  Object.entries(recordFields(timeZones, draft)).every(
    ([field, value]) => JSON.stringify(value) === JSON.stringify(event[field as keyof EventRecord]),
  );

/** Changes an event to what a valid draft says, unless it is that already. `actor` is not told of the change. */
export const applyDraft =
  (dependencies: Pick<Dependencies, 'stores' | 'clock' | 'timeZones'>) =>
  async (event: EventRecord, draft: EventDraft, category: Category, actor: UserId): Promise<DraftOutcome> => {
    if (isAsDrafted(dependencies, event, draft)) return 'unchanged';
    const { capacity, ...fields } = recordFields(dependencies.timeZones, draft);
    const outcome = await dependencies.stores.events.change(
      event.id,
      event.sequence,
      capacity === event.capacity ? fields : { ...fields, capacity },
      searchDocument(fields, category),
      dependencies.clock.now(),
      actor,
    );
    if (typeof outcome === 'object') return outcome;
    return outcome ? 'changed' : 'outdated';
  };
