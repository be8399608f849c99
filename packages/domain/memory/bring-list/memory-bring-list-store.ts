import type { BringClaim, BringItem, ListedBringItem } from '../../src/bring-list/bring-item.ts';
import type { EventId, UserId } from '../../src/ids.ts';
import type { BringListStore } from '../../src/ports/guests/bring-list-store.ts';
import type { User } from '../../src/users/user.ts';
import { bookingOf } from '../bookings/memory-seats.ts';
import { byKeys } from '../events/order.ts';
import { standingOf, tiesOf } from '../memory-ties.ts';
import { pairKey } from '../table.ts';
import type { Tables } from '../tables.ts';

/** Whether the user may bring something: they are going, booked or manage the event. */
const mayBring = (tables: Tables, id: EventId, user: UserId): boolean => {
  const event = tables.events.get(id);
  return (
    event !== undefined &&
    (tables.rsvps.get(pairKey(id, user))?.state === 'going' ||
      bookingOf(tables, id, user) !== null ||
      standingOf(tables, event, user) !== 'guest')
  );
};

/** Ends the claims of a user who may not bring anything any more. */
export const releaseClaims = (tables: Tables, event: EventId, user: UserId): void => {
  if (mayBring(tables, event, user)) return;
  for (const { itemId, eventId, userId } of tables.bringClaims.rows())
    if (eventId === event && userId === user) tables.bringClaims.delete(pairKey(itemId, userId));
};

export const memoryBringListStore = (tables: Tables): BringListStore => {
  const { bringItems, bringClaims, users } = tables;
  const claimsOf = (item: string) =>
    bringClaims
      .rows()
      .filter(({ itemId }) => itemId === item)
      .sort(byKeys(({ userId }) => [userId]));
  const claimedOf = (item: string) => claimsOf(item).reduce((sum, { quantity }) => sum + quantity, 0);
  const itemOf = (event: EventId, id: string) => {
    const item = bringItems.get(id);
    return item?.eventId === event ? item : null;
  };
  const isTied = (id: EventId, caller: UserId | null, at: Date): boolean => {
    const event = tables.events.get(id);
    if (!event || caller === null) return false;
    const { visibility: _, isTakenDown: __, ...ties } = tiesOf(tables, event, caller, at);
    return Object.values(ties).some(Boolean);
  };
  const claimsShown = (id: string): readonly BringClaim[] =>
    claimsOf(id).map(({ userId, quantity }) => {
      // Claims end with the account of their user.
      const { name, avatar } = users.get(userId) as User;
      return { user: { id: userId, name, avatar }, quantity };
    });
  const itemList = (
    items: readonly BringItem[],
    caller: UserId | null,
    maxClaims: number,
  ): readonly ListedBringItem[] => {
    const claims = items.map(({ id }) => claimsShown(id));
    const rankedClaims = claims.flatMap((ofItem, item) => ofItem.map((_, rank) => ({ item, rank })));
    const firstClaims = rankedClaims.sort(byKeys(({ item, rank }) => [rank, item])).slice(0, maxClaims);
    return items.map(({ id, title, quantity }, at) => ({
      id,
      title,
      quantity,
      claimed: claimedOf(id),
      myClaim: bringClaims.get(pairKey(id, caller ?? ''))?.quantity ?? null,
      claims: (claims[at] ?? []).slice(0, firstClaims.filter(({ item }) => item === at).length),
    }));
  };
  return {
    list: async (event, caller, at, maxClaims) => {
      const items = bringItems.rows().filter(({ eventId }) => eventId === event);
      return itemList(items, caller, isTied(event, caller, at) ? maxClaims : 0);
    },
    find: async (event, id, caller, at, maxClaims) => {
      const item = itemOf(event, id);
      return (item && itemList([item], caller, isTied(event, caller, at) ? maxClaims : 0)[0]) ?? null;
    },
    add: async (eventId, item, most) => {
      const count = bringItems.rows().filter((one) => one.eventId === eventId).length;
      if (count >= most || !tables.events.get(eventId)) return false;
      bringItems.set(item.id, { ...item, eventId });
      return true;
    },
    change: async (event, id, { title, quantity }) => {
      const item = itemOf(event, id);
      if (!item) return null;
      const claimCount = claimedOf(id);
      if (quantity !== undefined && quantity < claimCount) return { claimed: claimCount };
      bringItems.set(id, { ...item, title: title ?? item.title, quantity: quantity ?? item.quantity });
      return 'changed';
    },
    remove: async (event, id) => {
      if (!itemOf(event, id)) return false;
      for (const { userId } of claimsOf(id)) bringClaims.delete(pairKey(id, userId));
      return bringItems.delete(id);
    },
    claim: async ({ event, item: id, user, quantity }) => {
      const item = itemOf(event, id);
      if (!item) return null;
      if (!mayBring(tables, event, user)) return 'not_going';
      const remainder = item.quantity - claimedOf(id) + (bringClaims.get(pairKey(id, user))?.quantity ?? 0);
      if (quantity > remainder) return { left: remainder };
      bringClaims.set(pairKey(id, user), { eventId: event, userId: user, itemId: id, quantity });
      return 'claimed';
    },
    broughtBy: async (event, userIds) => {
      const items = bringItems.rows().filter(({ eventId }) => eventId === event);
      const itemsOfUser = userIds.map(
        (user) =>
          [
            user,
            items.flatMap(({ id, title }) => {
              const claim = bringClaims.get(pairKey(id, user));
              return claim ? [{ title, quantity: claim.quantity }] : [];
            }),
          ] as const,
      );
      return new Map(itemsOfUser.filter(([, claims]) => claims.length > 0));
    },
    release: async (event, item, user) => {
      if (itemOf(event, item)) bringClaims.delete(pairKey(item, user));
    },
  };
};
