import type { Session } from '../../src/sessions/session.ts';
import { pairKey } from '../table.ts';
import type { Tables } from '../tables.ts';

/** Ends a session with the devices that it registered. */
export const endSession = (
  { sessions, devices }: Pick<Tables, 'sessions' | 'devices'>,
  session: Session,
  at: Date,
): void => {
  sessions.set(session.id, { ...session, endedAt: at });
  for (const { id, userId, sessionId } of devices.rows())
    if (sessionId === session.id) devices.delete(pairKey(userId, id));
};
