import type { Dependencies } from '../dependencies.ts';
import { eventIdOf, eventToRead, visibleEvent } from '../events/event-access.ts';
import { booleanFaults } from '../events/field-checks.ts';
import type { UserId } from '../ids.ts';
import { refuse, refuseInput } from '../problem.ts';
import { useQuota } from '../quotas/use-quota.ts';

export interface SaveEvent {
  readonly eventId: string;
  readonly userId: UserId;
  readonly saved: boolean;
}

type Change = { readonly isSaved: boolean };

/** What asking for a state does, whatever the state was: saving and unsaving may be repeated. */
const moves: Record<'save' | 'unsave', Change> = { save: { isSaved: true }, unsave: { isSaved: false } };

/**
 * Saves or unsaves an event for the caller. What the caller saved can be unsaved even when they no longer see
 * the event. Throws `event_not_found`, `invalid_request` and `rate_limited`.
 */
export const saveEvent =
  (dependencies: Pick<Dependencies, 'stores' | 'clock' | 'settings'>) =>
  async ({ eventId, userId, saved }: SaveEvent): Promise<Change> => {
    const { stores, clock } = dependencies;
    const faults = booleanFaults(saved, '/saved');
    if (faults.length > 0) throw refuseInput(...faults);
    if (!saved) {
      await useQuota(dependencies, userId, 'clearings');
      if (!(await stores.saved.unsave(eventIdOf(eventId), userId)))
        await eventToRead(dependencies, eventId, userId);
      return moves.unsave;
    }
    const { eventId: id } = await visibleEvent(dependencies, eventId, userId);
    await useQuota(dependencies, userId, 'rsvps-and-saves');
    if (!(await stores.saved.save(id, userId, clock.now()))) throw refuse('event_not_found');
    return moves.save;
  };
