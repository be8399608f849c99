import type { Dependencies } from '../../dependencies.ts';
import { parseId, requireId, type UserId } from '../../ids.ts';
import { limits } from '../../limits.ts';
import { refuse } from '../../problem.ts';
import { useQuota } from '../../quotas/use-quota.ts';
import { managedEvent, visibleEvent } from '../event-access.ts';

export interface ChangeEventAdmin {
  readonly eventId: string;
  readonly callerId: UserId;
  readonly userId: string;
}

/**
 * Makes a user an admin of the event; repeating it changes nothing. For its organizer. Throws
 * `event_not_found`, `forbidden`, `not_found` (no such user, or one who blocks the caller), `admin_limit`,
 * `rate_limited` (the caller's changes of an hour).
 */
export const addEventAdmin =
  (dependencies: Pick<Dependencies, 'stores' | 'clock' | 'settings'>) =>
  async ({ eventId, callerId, userId }: ChangeEventAdmin): Promise<void> => {
    const access = await managedEvent(dependencies, eventId, callerId, ['organizer']);
    const user = requireId<'user'>(userId);
    await useQuota(dependencies, callerId, 'event-changes');
    const outcome = await dependencies.stores.eventAdmins.add(
      access.eventId,
      user,
      limits.eventsToAdminister,
    );
    if (outcome === 'full') throw refuse('admin_limit');
    if (!outcome) throw refuse('not_found');
  };

/**
 * Takes an admin's rights back; no admin of the event changes nothing. For its organizer, and for
 * admins to remove themselves. Throws
 * `event_not_found`, `forbidden`, `rate_limited` (the caller's changes of an hour).
 */
export const removeEventAdmin =
  (dependencies: Pick<Dependencies, 'stores' | 'clock' | 'settings'>) =>
  async ({ eventId, callerId, userId }: ChangeEventAdmin): Promise<void> => {
    const user = parseId<'user'>(userId);
    const access = await (user === callerId
      ? visibleEvent(dependencies, eventId, callerId)
      : managedEvent(dependencies, eventId, callerId, ['organizer']));
    if (!user) return;
    await useQuota(dependencies, callerId, 'event-changes');
    await dependencies.stores.eventAdmins.remove(access.eventId, user);
  };
