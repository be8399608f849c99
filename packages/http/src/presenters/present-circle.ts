import type { Circle } from '@event-platform/domain';
import type { Static } from 'typebox';
import type { CircleShape } from '../schemas/circle.ts';

export const presentCircle = (circle: Circle): Static<typeof CircleShape> => ({
  id: circle.id,
  name: circle.name,
  memberCount: circle.memberCount,
  createdAt: circle.createdAt.toISOString(),
});
