import type { Dependencies } from '../../dependencies.ts';
import type { UserId } from '../../ids.ts';
import { type Page, type Paged, toPage } from '../../paging.ts';
import type { ListedEvent, MyEventsRole, MyEventsTime } from '../event.ts';

export interface ListMyEvents {
  readonly callerId: UserId;
  /** One, or several: events in any of them. */
  readonly role: MyEventsRole | readonly MyEventsRole[];
  /** All of them when absent. */
  readonly when?: MyEventsTime | null | undefined;
  readonly page?: number | undefined;
  readonly limit?: number | undefined;
}

/**
 * The caller's own events, private and cancelled ones included. Throws `invalid_request`.
 */
export const listMyEvents =
  ({ stores, clock }: Pick<Dependencies, 'stores' | 'clock'>) =>
  async (query: ListMyEvents): Promise<Paged<ListedEvent>> => {
    const page: Page = toPage(query);
    return stores.eventCatalog.mine(query.callerId, [query.role].flat(), page, clock.now(), query.when);
  };
