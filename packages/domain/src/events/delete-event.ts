import type { Dependencies } from '../dependencies.ts';
import type { UserId } from '../ids.ts';
import { managedEvent } from './known-event.ts';

/**
 * Deletes an event with its RSVPs, saves, admins, invitations and links. For its organizer. Throws
 * `event_not_found`, `forbidden`.
 */
export const deleteEvent =
  (dependencies: Pick<Dependencies, 'stores' | 'clock'>) =>
  async ({ eventId, callerId }: { readonly eventId: string; readonly callerId: UserId }): Promise<void> => {
    const access = await managedEvent(dependencies, eventId, callerId, ['organizer']);
    await dependencies.stores.events.remove(access.eventId);
  };
