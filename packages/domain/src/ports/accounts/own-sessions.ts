import type { SessionId, UserId } from '../../ids.ts';
import type { Session } from '../../sessions/session.ts';

/** All sessions of one user, those of receipts included where nothing else is said. */
export interface OwnSessions {
  /** At most `limit` sessions that are alive at `at` and not of receipts, the last used first. */
  aliveOf(user: UserId, at: Date, limit: number): Promise<readonly Session[]>;
  /** Ends all sessions that are alive but `kept`, in one step; which ones it were. */
  endOthers(user: UserId, current: SessionId, at: Date): Promise<readonly SessionId[]>;
}
