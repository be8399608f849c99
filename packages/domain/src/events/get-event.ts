import type { Dependencies } from '../dependencies.ts';
import type { UserId } from '../ids.ts';
import { refuse } from '../problem.ts';
import type { EventDetail } from './event.ts';
import { eventIdOf } from './event-access.ts';

/** One event, for callers who may see it. Throws `event_not_found` for all others. */
export const getEvent =
  ({ stores, clock }: Pick<Dependencies, 'stores' | 'clock'>) =>
  async (query: { readonly eventId: string; readonly callerId: UserId | null }): Promise<EventDetail> => {
    const detail = await stores.eventCatalog.detail(eventIdOf(query.eventId), query.callerId, clock.now());
    if (!detail) throw refuse('event_not_found');
    return detail;
  };
