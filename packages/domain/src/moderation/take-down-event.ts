import type { Dependencies } from '../dependencies.ts';
import type { TakeDown } from '../events/event.ts';
import { eventIdOf } from '../events/event-access.ts';
import type { EventId } from '../ids.ts';
import { filesJob } from '../pictures/picture-files.ts';
import { refuse } from '../problem.ts';
import { type Act, actor, reasonOf } from './act.ts';

export interface TakeDownEvent extends Act {
  readonly eventId: string;
}

/** An event after an operator's act. */
export interface ModeratedEvent {
  readonly id: EventId;
  /** False when it was so already: then the audit log has no entry. */
  readonly hasChanged: boolean;
  /** Null when it is not taken down. */
  readonly takenDown: TakeDown | null;
}

type ModerationDependencies = Pick<Dependencies, 'stores' | 'clock' | 'auditLog' | 'ids'>;

/** Hides an event from all but its organizer. Throws `event_not_found`, `invalid_request` (the reason). */
export const takeDownEvent =
  (dependencies: ModerationDependencies) =>
  async (command: TakeDownEvent): Promise<ModeratedEvent> => {
    const { stores, clock, auditLog } = dependencies;
    const [reason, id] = [reasonOf(command), eventIdOf(command.eventId)];
    const outcome = await stores.moderation.takeDown(id, { reason, at: clock.now() });
    if (outcome === 'unknown') throw refuse('event_not_found');
    const hasChanged = outcome === 'changed';
    if (hasChanged) await stores.jobs.add([filesJob(dependencies, { eventId: id })]);
    if (hasChanged) auditLog.record({ event: 'event_taken_down', ...actor(command), eventId: id, reason });
    return { id, hasChanged, takenDown: await takeDownOf(dependencies, id) };
  };

/**
 * Shows an event again that was taken down; one whose organizer is suspended comes back with the account. Throws
 * `event_not_found`, `invalid_request` (the reason).
 */
export const restoreEvent =
  (dependencies: ModerationDependencies) =>
  async (command: TakeDownEvent): Promise<ModeratedEvent> => {
    const { stores, auditLog } = dependencies;
    const [reason, id] = [reasonOf(command, '/reason', true), eventIdOf(command.eventId)];
    const outcome = await stores.moderation.restore(id);
    if (outcome === 'unknown') throw refuse('event_not_found');
    const hasChanged = outcome === 'changed';
    if (hasChanged) await stores.jobs.add([filesJob(dependencies, { eventId: id })]);
    if (hasChanged) auditLog.record({ event: 'event_restored', ...actor(command), eventId: id, reason });
    return { id, hasChanged, takenDown: await takeDownOf(dependencies, id) };
  };

const takeDownOf = async ({ stores }: ModerationDependencies, id: EventId): Promise<TakeDown | null> =>
  (await stores.events.find(id))?.takenDown ?? null;
