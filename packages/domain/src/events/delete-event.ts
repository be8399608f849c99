import type { UserId } from '../ids.ts';
import type { Needs } from '../needs.ts';
import { managedEvent } from './known-event.ts';

/** Removes an event with all that hangs on it. For its organizer. Throws `event_not_found`, `forbidden`. */
export const deleteEvent =
  (needs: Pick<Needs, 'stores' | 'clock'>) =>
  async ({ eventId, callerId }: { readonly eventId: string; readonly callerId: UserId }): Promise<void> => {
    const access = await managedEvent(needs, eventId, callerId, ['organizer']);
    await needs.stores.events.remove(access.eventId);
  };
