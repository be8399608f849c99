import type { Dependencies } from '../dependencies.ts';
import { parseId, type UserId } from '../ids.ts';
import { refuse } from '../problem.ts';
import { managedEvent } from './known-event.ts';

export interface ChangeEventAdmin {
  readonly eventId: string;
  readonly callerId: UserId;
  readonly userId: string;
}

/**
 * Makes a user an admin of the event; repeating it changes nothing. For its organizer. Throws
 * `event_not_found`, `forbidden`, `not_found` (no such user).
 */
export const addEventAdmin =
  (dependencies: Pick<Dependencies, 'stores' | 'clock'>) =>
  async ({ eventId, callerId, userId }: ChangeEventAdmin): Promise<void> => {
    const access = await managedEvent(dependencies, eventId, callerId, ['organizer']);
    const user = parseId<'user'>(userId);
    if (!user || !(await dependencies.stores.eventAdmins.add(access.eventId, user)))
      throw refuse('not_found');
  };

/**
 * Takes an admin's rights back; no admin of the event changes nothing. For its organizer. Throws
 * `event_not_found`, `forbidden`.
 */
export const removeEventAdmin =
  (dependencies: Pick<Dependencies, 'stores' | 'clock'>) =>
  async ({ eventId, callerId, userId }: ChangeEventAdmin): Promise<void> => {
    const access = await managedEvent(dependencies, eventId, callerId, ['organizer']);
    const user = parseId<'user'>(userId);
    if (user) await dependencies.stores.eventAdmins.remove(access.eventId, user);
  };
