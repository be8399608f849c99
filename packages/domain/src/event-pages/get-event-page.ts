import type { Dependencies } from '../dependencies.ts';
import { eventIdOf } from '../events/event-access.ts';
import { refuse } from '../problem.ts';
import type { EventPage } from './event-page.ts';

/** A public event with what visitors see on its page. Throws `event_not_found`. */
export const getEventPage =
  ({ stores, clock }: Pick<Dependencies, 'stores' | 'clock'>) =>
  async ({ eventId }: { readonly eventId: string }): Promise<EventPage> => {
    const page = await stores.eventCatalog.page(eventIdOf(eventId), clock.now());
    if (!page) throw refuse('event_not_found');
    return page;
  };
