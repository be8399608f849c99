import type { OwnSession } from '@event-platform/domain';
import type { Static } from 'typebox';
import type { SessionShape } from '../schemas/session.ts';

export const presentSession = (session: OwnSession): Static<typeof SessionShape> => ({
  id: session.id,
  createdAt: session.createdAt.toISOString(),
  lastUsedAt: session.lastUsedAt.toISOString(),
  device: session.device,
  isCurrent: session.isCurrent,
});
