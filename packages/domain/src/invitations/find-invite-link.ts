import type { Dependencies } from '../dependencies.ts';
import { managedEvent, managedEventToRead } from '../events/event-access.ts';
import type { UserId } from '../ids.ts';

export interface InviteLinkOf {
  readonly eventId: string;
  readonly callerId: UserId;
}

/**
 * The token of the shared link of an event; null where there is none yet. For the event's organizer and admins. Throws
 * `event_not_found`, `forbidden`.
 */
export const findInviteLink =
  (dependencies: Pick<Dependencies, 'stores' | 'clock'>) =>
  async ({ eventId, callerId }: InviteLinkOf): Promise<string | null> => {
    const access = await managedEventToRead(dependencies, eventId, callerId);
    return dependencies.stores.inviteLinks.find(access.eventId);
  };

/** The same, made where there is none. Throws `event_not_found`, `forbidden`. */
export const makeInviteLink =
  (dependencies: Pick<Dependencies, 'stores' | 'clock' | 'tokens'>) =>
  async ({ eventId, callerId }: InviteLinkOf): Promise<{ readonly linkToken: string }> => {
    const access = await managedEvent(dependencies, eventId, callerId);
    const fresh = dependencies.tokens.next();
    return { linkToken: await dependencies.stores.inviteLinks.tokenOf(access.eventId, fresh) };
  };
