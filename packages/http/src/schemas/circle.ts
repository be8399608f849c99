import { type Circle, limits } from '@event-platform/domain';
import { type Static, Type } from 'typebox';
import { namedShape, timestamp, uuid } from './common/shapes.ts';

export const CircleShape = namedShape(
  'Circle',
  {
    id: uuid('Id of the circle.'),
    name: Type.String({ examples: ['Band'] }),
    memberCount: Type.Integer({ examples: [4] }),
    createdAt: timestamp('When it was created.'),
  },
  'A person’s own group of users.',
);

export const presentCircle = (circle: Circle): Static<typeof CircleShape> => ({
  id: circle.id,
  name: circle.name,
  memberCount: circle.memberCount,
  createdAt: circle.createdAt.toISOString(),
});

export const CircleBody = Type.Object(
  { name: Type.String({ minLength: 1, maxLength: limits.circleNameLength, examples: ['Band'] }) },
  { title: 'CircleRequest' },
);

export const MembersBody = Type.Object(
  { userIds: Type.Array(uuid('Id of a user.'), { minItems: 1, maxItems: limits.membersPerCall }) },
  { title: 'CircleMembersRequest' },
);
