import type { BlockStore } from '../../src/ports/accounts/block-store.ts';
import { byKeys, pageOf } from '../events/order.ts';
import { hasAccount } from '../memory-ties.ts';
import { pairKey } from '../table.ts';
import type { Tables } from '../tables.ts';
import { toPublicUser } from './memory-user-store.ts';

export const memoryBlockStore = ({ blocks, users }: Tables): BlockStore => {
  const blockedBy = (user: string) => blocks.rows().filter(({ userId }) => userId === user);
  return {
    add: async (user, other, limit) => {
      if (!hasAccount({ users }, user) || !hasAccount({ users }, other)) return 'unknown';
      const key = pairKey(user, other);
      if (blocks.get(key)) return 'blocked';
      if (blockedBy(user).length >= limit) return 'full';
      blocks.set(key, { userId: user, blockedId: other });
      return 'blocked';
    },
    remove: async (user, other) => void blocks.delete(pairKey(user, other)),
    list: async (user, page) => {
      const people = blockedBy(user).flatMap(({ blockedId }) => users.get(blockedId) ?? []);
      return pageOf(people.map(toPublicUser).sort(byKeys(({ name, id }) => [name, id])), page);
    },
  };
};
