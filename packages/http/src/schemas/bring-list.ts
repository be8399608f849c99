import { type ListedBringItem, limits } from '@event-platform/domain';
import { type Static, Type } from 'typebox';
import type { Links } from '../links.ts';
import { namedShape, nullable, uuid } from './common/shapes.ts';
import { avatarFields, presentAvatar } from './picture.ts';

const title = { minLength: 1, maxLength: limits.bringTitleLength, examples: ['Potato salad'] };
const quantity = { minimum: 1, maximum: limits.bringQuantity, examples: [2] };

export const BringItemShape = namedShape(
  'BringItem',
  {
    id: uuid('Id of the item.'),
    title: Type.String({ examples: ['Potato salad'] }),
    quantity: Type.Integer({ description: 'How much is needed.', examples: [2] }),
    claimed: Type.Integer({ description: 'How much of it guests bring.', examples: [1] }),
    myClaim: nullable(Type.Integer({ description: 'How much the caller brings.', examples: [1] })),
    claims: Type.Array(
      Type.Object({
        user: Type.Object({
          id: uuid('Id of the user.'),
          name: Type.String({ examples: ['Mira'] }),
          ...avatarFields,
        }),
        quantity: Type.Integer({ examples: [1] }),
      }),
      { description: 'Who brings it; empty for callers with no tie to the event.' },
    ),
  },
  'Something that guests may bring.',
);

export const presentBringItem = (item: ListedBringItem, links: Links): Static<typeof BringItemShape> => ({
  id: item.id,
  title: item.title,
  quantity: item.quantity,
  claimed: item.claimed,
  myClaim: item.myClaim,
  claims: item.claims.map(({ user, quantity }) => ({
    user: { id: user.id, name: user.name, ...presentAvatar(user, links) },
    quantity,
  })),
});

export const BringItemBody = Type.Object(
  {
    title: Type.String({ ...title, description: 'In a single line.' }),
    quantity: Type.Integer({ ...quantity, description: 'How much is needed.' }),
  },
  { title: 'NewBringItem' },
);

export const BringItemChangesBody = Type.Partial(BringItemBody, {
  title: 'BringItemChanges',
  description: 'Fields that are absent stay as they are.',
  examples: [{ quantity: 3 }],
});

export const ClaimBody = Type.Object(
  { quantity: Type.Integer({ ...quantity, description: 'How much the caller brings.' }) },
  { title: 'ClaimRequest' },
);
