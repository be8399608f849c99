import type { Dependencies } from '../../dependencies.ts';
import type { UserId } from '../../ids.ts';
import { type Page, type Paged, toPage } from '../../paging.ts';
import type { ListedEvent, MyEventsRole } from '../event.ts';

export interface ListMyEvents {
  readonly callerId: UserId;
  readonly role: MyEventsRole;
  readonly page?: number | undefined;
  readonly limit?: number | undefined;
}

/**
 * The caller's own events in one role, private, past and cancelled ones included. Throws `invalid_request`.
 */
export const listMyEvents =
  ({ stores, clock }: Pick<Dependencies, 'stores' | 'clock'>) =>
  async (query: ListMyEvents): Promise<Paged<ListedEvent>> => {
    const page: Page = toPage(query);
    return stores.eventCatalog.mine(query.callerId, query.role, page, clock.now());
  };
