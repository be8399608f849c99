import type { Dependencies } from '../dependencies.ts';
import type { UserId } from '../ids.ts';
import { refuse } from '../problem.ts';
import { draftOf } from './edit/event-draft.ts';
import type { EventDetail, Standing } from './event.ts';
import { managedEventToRead } from './event-access.ts';
import type { EventDraft } from './event-fields.ts';
import { getEvent } from './get-event.ts';

/** An event as those who manage it see it. */
export interface ManagedEvent {
  readonly event: EventDetail;
  /** As its organizer would write it. */
  readonly draft: EventDraft;
  /** The `sequence` that `draft` is of. */
  readonly version: number;
  readonly standing: Standing;
}

/** An event for its organizer and admins. Throws `event_not_found`, `forbidden`. */
export const getManagedEvent =
  (dependencies: Pick<Dependencies, 'stores' | 'clock'>) =>
  async ({
    eventId,
    callerId,
  }: {
    readonly eventId: string;
    readonly callerId: UserId;
  }): Promise<ManagedEvent> => {
    const { eventId: id, standing } = await managedEventToRead(dependencies, eventId, callerId);
    const [event, record] = await Promise.all([
      getEvent(dependencies)({ eventId: id, callerId }),
      dependencies.stores.events.find(id),
    ]);
    if (!record) throw refuse('event_not_found');
    return { event, draft: draftOf(record), version: record.sequence, standing };
  };
