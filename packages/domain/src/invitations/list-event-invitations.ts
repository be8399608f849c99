import type { Dependencies } from '../dependencies.ts';
import { managedEventToRead } from '../events/event-access.ts';
import { type Paged, type Paging, toPage } from '../paging.ts';
import type { EventInviteItem } from './invitation-views.ts';
import type { ManageEvent } from './managed-invitation.ts';

/**
 * Lists the personal invitations of an event, newest first. For the event's organizer and admins. Throws
 * `event_not_found`, `forbidden`, `invalid_request` (a page out of bounds).
 */
export const listEventInvitations =
  (dependencies: Pick<Dependencies, 'stores' | 'clock'>) =>
  async (query: ManageEvent & Paging): Promise<Paged<EventInviteItem>> => {
    const { eventId } = await managedEventToRead(dependencies, query.eventId, query.callerId);
    return dependencies.stores.invitationCatalog.ofEvent(eventId, toPage(query), dependencies.clock.now());
  };
