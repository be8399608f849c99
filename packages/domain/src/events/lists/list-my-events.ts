import type { Dependencies } from '../../dependencies.ts';
import type { UserId } from '../../ids.ts';
import { type Page, toPage } from '../../paging.ts';
import { refuseInput } from '../../problem.ts';
import {
  type ListedEvent,
  type MyEventsRole,
  type MyEventsTime,
  myEventsRoles,
  myEventsTimes,
} from '../event.ts';
import { cursorOf, cursorText, listMark } from './cursor.ts';
import type { ListPage } from './list-position.ts';
import { type ListedPage, readAfter, withNext } from './listed-page.ts';

export interface ListMyEvents {
  readonly callerId: UserId;
  /** One, or several: events in any of them. */
  readonly role: MyEventsRole | readonly MyEventsRole[];
  /** All of them when absent. */
  readonly when?: MyEventsTime | null | undefined;
  readonly page?: number | undefined;
  readonly limit?: number | undefined;
  /** The cursor of the page before, in place of `page`. */
  readonly after?: string | undefined;
}

/**
 * The caller's own events, private and cancelled ones included. Throws `invalid_request`.
 */
export const listMyEvents =
  ({ stores, clock }: Pick<Dependencies, 'stores' | 'clock'>) =>
  async (query: ListMyEvents): Promise<ListedPage> => {
    const { callerId, when = null } = query;
    const page: Page = toPage(query);
    const roles = [query.role].flat();
    if (roles.length === 0 || !roles.every((role) => myEventsRoles.includes(role)))
      throw refuseInput({ path: '/role', message: `must be one of ${myEventsRoles.join(', ')}` });
    if (when !== null && !myEventsTimes.includes(when))
      throw refuseInput({ path: '/when', message: `must be one of ${myEventsTimes.join(', ')}` });
    const now = clock.now();
    const list = listMark('mine', callerId, roles, when);
    const cursor = cursorOf(query, list);
    const ownFirst = when === null && roles.join() === 'organizing';
    const toNext = ({ event: { id, startAt }, organizer }: ListedEvent): string => {
      const rank = ownFirst && organizer.id !== callerId ? 1 : 0;
      const position = { rank, startAt: startAt.getTime(), id };
      return cursorText({ list, recentSince: 0, isExpanded: false, position });
    };
    const read = (page: ListPage) => stores.eventCatalog.mine(callerId, roles, page, now, when);
    return cursor
      ? readAfter(read, { ...page, after: cursor.position }, toNext)
      : withNext(await read(page), toNext);
  };
