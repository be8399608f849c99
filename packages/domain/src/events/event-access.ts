import type { Dependencies } from '../dependencies.ts';
import { type EventId, requireId, type UserId } from '../ids.ts';
import { refuse } from '../problem.ts';
import type { EventAccess, Standing } from './event.ts';

/** The id. Throws `event_not_found` for a text that is no UUID. */
export const eventIdOf = (text: string): EventId => requireId(text, 'event_not_found');

/**
 * The caller's access to an event they can see, to read what belongs to it. Throws `event_not_found` for all others,
 * known or not.
 */
export const eventToRead = async (
  { stores, clock }: Pick<Dependencies, 'stores' | 'clock'>,
  eventId: string,
  caller: UserId | null,
): Promise<EventAccess> => {
  const access = await stores.events.access(eventIdOf(eventId), caller, clock.now());
  if (!access) throw refuse('event_not_found');
  return access;
};

/** The same, to change what belongs to it. Throws `event_taken_down` too, which its organizer alone learns. */
export const visibleEvent = async (
  ...[dependencies, eventId, caller]: Parameters<typeof eventToRead>
): Promise<EventAccess> => {
  const access = await eventToRead(dependencies, eventId, caller);
  if (access.isTakenDown) throw refuse('event_taken_down');
  return access;
};

/** The access of a caller who manages the event, to read. Throws `event_not_found` and `forbidden`. */
export const managedEventToRead = async (
  dependencies: Pick<Dependencies, 'stores' | 'clock'>,
  eventId: string,
  caller: UserId,
): Promise<EventAccess> => {
  const access = await eventToRead(dependencies, eventId, caller);
  if (access.standing === 'guest') throw refuse('forbidden');
  return access;
};

/**
 * The access of a caller who manages the event, to change it. Throws `event_not_found`, `event_taken_down`, or
 * `forbidden` for a caller who can only see it.
 */
export const managedEvent = async (
  dependencies: Pick<Dependencies, 'stores' | 'clock'>,
  eventId: string,
  caller: UserId,
  standings: readonly Standing[] = ['organizer', 'admin'],
): Promise<EventAccess> => {
  const access = await visibleEvent(dependencies, eventId, caller);
  if (!standings.includes(access.standing)) throw refuse('forbidden');
  return access;
};

/** Throws `event_cancelled` or `event_postponed` for what takes no answer. */
export const requireScheduled = ({ status }: Pick<EventAccess, 'status'>): void => {
  if (status !== 'scheduled') throw refuse(`event_${status}`);
};
