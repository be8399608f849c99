import type { Dependencies } from '../dependencies.ts';
import type { UserId } from '../ids.ts';
import { managedEvent } from './known-event.ts';

/** Removes an event with all that hangs on it. For its organizer. Throws `event_not_found`, `forbidden`. */
export const deleteEvent =
  (dependencies: Pick<Dependencies, 'stores' | 'clock'>) =>
  async ({ eventId, callerId }: { readonly eventId: string; readonly callerId: UserId }): Promise<void> => {
    const access = await managedEvent(dependencies, eventId, callerId, ['organizer']);
    await dependencies.stores.events.remove(access.eventId);
  };
