import type { Circle } from '../../src/circles/circle.ts';
import type { CircleStore } from '../../src/ports/accounts/circle-store.ts';
import { limitFor } from '../../src/quotas/charge.ts';
import type { User } from '../../src/users/user.ts';
import { byKeys, pageOf } from '../events/order.ts';
import { hasAccount } from '../memory-ties.ts';
import { pairKey } from '../table.ts';
import type { Tables } from '../tables.ts';
import { toPublicUser } from '../users/memory-user-store.ts';

export const memoryCircleStore = ({ circles, circleMembers, users }: Tables): CircleStore => {
  const membersOf = (id: string) => circleMembers.rows().filter(({ circleId }) => circleId === id);
  const ownedBy = (owner: string) => circles.rows().filter(({ ownerId }) => ownerId === owner);
  const ownCircle = (id: string, owner: string) => {
    const circle = circles.get(id);
    return circle?.ownerId === owner ? circle : null;
  };
  const withCount = (circle: Omit<Circle, 'memberCount'>): Circle => ({
    ...circle,
    memberCount: membersOf(circle.id).length,
  });
  return {
    add: async ({ memberCount: _, ...circle }, limit) => {
      const owner = users.get(circle.ownerId);
      const most = limit && owner ? limitFor(owner, limit) : null;
      if (most !== null && ownedBy(circle.ownerId).length >= most) return { limit: most };
      circles.set(circle.id, circle);
      return 'added';
    },
    exists: async (id) => circles.get(id) !== undefined,
    list: async (owner, page) =>
      pageOf(
        ownedBy(owner)
          .sort(byKeys(({ name, id }) => [name, id]))
          .map(withCount),
        page,
      ),
    rename: async (id, owner, name) => {
      const circle = ownCircle(id, owner);
      if (!circle) return null;
      circles.set(id, { ...circle, name });
      return withCount({ ...circle, name });
    },
    remove: async (id, owner) => {
      if (!ownCircle(id, owner)) return false;
      for (const { userId } of membersOf(id)) circleMembers.delete(pairKey(id, userId));
      return circles.delete(id);
    },
    members: async (id, owner, page) => {
      if (!ownCircle(id, owner)) return null;
      const members = membersOf(id).map(({ userId }) => users.get(userId) as User);
      return pageOf(members.map(toPublicUser).sort(byKeys(({ name, id: user }) => [name, user])), page);
    },
    addMembers: async (id, owner, userIds, limit) => {
      const circle = ownCircle(id, owner);
      if (!circle) return null;
      const row = userIds.filter((userId) => hasAccount({ users }, userId));
      const fresh = row.filter((userId) => !circleMembers.get(pairKey(id, userId)));
      if (membersOf(id).length + new Set(fresh).size > limit) return 'full';
      for (const userId of fresh) circleMembers.set(pairKey(id, userId), { circleId: id, userId });
      return withCount(circle);
    },
    removeMember: async (id, owner, user) => {
      if (!ownCircle(id, owner)) return false;
      circleMembers.delete(pairKey(id, user));
      return true;
    },
  };
};
