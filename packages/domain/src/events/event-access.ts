import type { Dependencies } from '../dependencies.ts';
import { type EventId, parseId, type UserId } from '../ids.ts';
import { refuse } from '../problem.ts';
import type { EventAccess, Standing } from './event.ts';

/** The id. Throws `event_not_found` for a text that is no UUID. */
export const eventIdOf = (text: string): EventId => {
  const id = parseId<'event'>(text);
  if (!id) throw refuse('event_not_found');
  return id;
};

/** The caller's access to an event they can see. Throws `event_not_found` for all others, known or not. */
export const visibleEvent = async (
  { stores, clock }: Pick<Dependencies, 'stores' | 'clock'>,
  eventId: string,
  caller: UserId | null,
): Promise<EventAccess> => {
  const access = await stores.events.access(eventIdOf(eventId), caller, clock.now());
  if (!access) throw refuse('event_not_found');
  return access;
};

/**
 * The access of a caller who manages the event. Throws `event_not_found`, or `forbidden` for a caller who can
 * only see it.
 */
export const managedEvent = async (
  dependencies: Pick<Dependencies, 'stores' | 'clock'>,
  eventId: string,
  caller: UserId,
  allowed: readonly Standing[] = ['organizer', 'admin'],
): Promise<EventAccess> => {
  const access = await visibleEvent(dependencies, eventId, caller);
  if (!allowed.includes(access.standing)) throw refuse('forbidden');
  return access;
};
