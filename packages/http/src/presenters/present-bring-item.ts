import type { ListedBringItem } from '@event-platform/domain';
import type { Static } from 'typebox';
import type { Links } from '../links.ts';
import type { BringItemShape } from '../schemas/bring-list.ts';
import { avatarOf } from './present-user.ts';

export const presentBringItem = (item: ListedBringItem, links: Links): Static<typeof BringItemShape> => ({
  id: item.id,
  title: item.title,
  quantity: item.quantity,
  claimed: item.claimed,
  myClaim: item.myClaim,
  claims: item.claims.map(({ user, quantity }) => ({
    user: { id: user.id, name: user.name, avatar: avatarOf(user.avatar, links) },
    quantity,
  })),
});
