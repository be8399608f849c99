import { parseId, type UserId } from '../ids.ts';
import type { Needs } from '../needs.ts';
import { refuse } from '../problem.ts';
import { managedEvent } from './known-event.ts';

export interface ChangeEventAdmin {
  readonly eventId: string;
  readonly callerId: UserId;
  readonly userId: string;
}

/** Makes a user an admin of the event; repeating it changes nothing. For its organizer. Throws `event_not_found`, `forbidden`, `not_found` (no such user). */
export const addEventAdmin =
  (needs: Pick<Needs, 'stores' | 'clock'>) =>
  async ({ eventId, callerId, userId }: ChangeEventAdmin): Promise<void> => {
    const access = await managedEvent(needs, eventId, callerId, ['organizer']);
    const user = parseId<'user'>(userId);
    if (!user || !(await needs.stores.eventAdmins.add(access.eventId, user))) throw refuse('not_found');
  };

/** Takes an admin's rights back; no admin of the event changes nothing. For its organizer. Throws `event_not_found`, `forbidden`. */
export const removeEventAdmin =
  (needs: Pick<Needs, 'stores' | 'clock'>) =>
  async ({ eventId, callerId, userId }: ChangeEventAdmin): Promise<void> => {
    const access = await managedEvent(needs, eventId, callerId, ['organizer']);
    const user = parseId<'user'>(userId);
    if (user) await needs.stores.eventAdmins.remove(access.eventId, user);
  };
