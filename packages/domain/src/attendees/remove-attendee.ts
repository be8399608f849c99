import type { Dependencies } from '../dependencies.ts';
import { managedEvent } from '../events/event-access.ts';
import { parseId, type UserId } from '../ids.ts';
import type { Audited } from '../origin.ts';
import { newChange } from '../outbox/change.ts';
import { refuse } from '../problem.ts';

export interface RemoveAttendee extends Audited {
  readonly eventId: string;
  readonly callerId: UserId;
  readonly userId: string;
}

/**
 * Removes a person from an event (see {@link AttendeeStore.remove}). For the event's organizer and admins. Throws
 * `event_not_found`, `forbidden`, `not_found` (not tied to the event), `is_manager`.
 */
export const removeAttendee =
  (dependencies: Pick<Dependencies, 'stores' | 'clock' | 'ids' | 'unitOfWork' | 'auditLog'>) =>
  async ({ callerId, origin, ...command }: RemoveAttendee): Promise<void> => {
    const { clock, ids, unitOfWork, auditLog } = dependencies;
    const { eventId } = await managedEvent(dependencies, command.eventId, callerId);
    const user = parseId<'user'>(command.userId);
    const remove = (userId: UserId) =>
      unitOfWork.run(async ({ attendees, outbox }) => {
        const now = clock.now();
        const outcome = await attendees.remove(eventId, userId, now);
        if (outcome === 'removed')
          await outbox.add([
            newChange('guest.removed', now, { id: ids.next(), eventId, userId, actorId: callerId }),
          ]);
        return outcome;
      });
    const outcome = user && (await remove(user));
    if (outcome === 'is_manager') throw refuse('is_manager');
    if (outcome !== 'removed') throw refuse('not_found');
    auditLog.record({ event: 'guest_removed', userId: callerId, origin, eventId });
  };
