import type { Dependencies } from '../dependencies.ts';
import { limits } from '../limits.ts';
import type { Caller } from './authenticate.ts';
import type { Session } from './session.ts';

/** A session as its owner sees it. */
export interface OwnSession extends Pick<Session, 'id' | 'createdAt' | 'lastUsedAt' | 'device'> {
  /** Whether the caller uses it for this request. */
  readonly isCurrent: boolean;
}

/** The caller's sessions that are alive, the last used first; at most `limits.sessions`. */
export const listSessions =
  ({ stores, clock }: Pick<Dependencies, 'stores' | 'clock'>) =>
  async ({ userId, sessionId }: Caller): Promise<readonly OwnSession[]> => {
    const now = clock.now();
    const sessions = await stores.ownSessions.aliveOf(userId, now, limits.sessions);
    return sessions.map(({ id, createdAt, lastUsedAt, device }) => {
      const isCurrent = id === sessionId;
      return { id, createdAt, lastUsedAt: isCurrent ? now : lastUsedAt, device, isCurrent };
    });
  };
