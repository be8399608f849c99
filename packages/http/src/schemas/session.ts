import { limits, type OwnSession, sessionLifetimes } from '@event-platform/domain';
import { type Static, Type } from 'typebox';
import { namedShape, timestamp, uuid } from './common/shapes.ts';

export const SessionShape = namedShape(
  'Session',
  {
    id: uuid('Id of the session.'),
    createdAt: timestamp('When it was signed in.'),
    lastUsedAt: timestamp(`When it was last used, within ${sessionLifetimes.useStep / 60_000} minutes.`),
    device: Type.String({
      maxLength: limits.deviceLength,
      description: 'What the sign-in called itself: its `deviceName`, else its `User-Agent`, else empty.',
      examples: ['Lantern/1.4 (iPhone; iOS 19.1)'],
    }),
    isCurrent: Type.Boolean({ description: 'Whether it is the session of this request.' }),
  },
  'A signed-in device.',
);

export const presentSession = (session: OwnSession): Static<typeof SessionShape> => ({
  id: session.id,
  createdAt: session.createdAt.toISOString(),
  lastUsedAt: session.lastUsedAt.toISOString(),
  device: session.device,
  isCurrent: session.isCurrent,
});
