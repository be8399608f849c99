import { limits } from '@event-platform/domain';
import { Type } from 'typebox';
import { named, timestamp, uuid } from './shapes.ts';

export const CircleShape = named(
  'Circle',
  {
    id: uuid('Id of the circle.'),
    name: Type.String({ examples: ['Band'] }),
    memberCount: Type.Integer({ examples: [4] }),
    createdAt: timestamp('When it was made.'),
  },
  'A person’s own group of users.',
);

export const CircleBody = Type.Object({
  name: Type.String({ minLength: 1, maxLength: limits.circleNameLength, examples: ['Band'] }),
});

export const MembersBody = Type.Object({
  userIds: Type.Array(Type.String(), { minItems: 1, maxItems: limits.membersPerCall }),
});
