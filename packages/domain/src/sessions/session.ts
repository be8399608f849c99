import type { SessionId, UserId } from '../ids.ts';
import { day, second } from '../time.ts';

/** How long a session lives without a refresh, at the most, and how long a lost answer may be asked for again. */
export const sessionLifetimes = { idle: 30 * day, absolute: 180 * day, grace: 30 * second } as const;

/**
 * One signed-in device. Each refresh raises the generation by one. `confirmed` says that the owner has used an
 * access token of the current generation, so the answer that carried it was not lost.
 */
export interface Session {
  readonly id: SessionId;
  readonly userId: UserId;
  readonly generation: number;
  readonly confirmed: boolean;
  readonly createdAt: Date;
  /** When the current generation began. */
  readonly refreshedAt: Date;
  readonly endedAt: Date | null;
}

export const openSession = (id: SessionId, userId: UserId, at: Date): Session => ({
  id,
  userId,
  generation: 1,
  confirmed: false,
  createdAt: at,
  refreshedAt: at,
  endedAt: null,
});

type State = 'unconfirmed' | 'inGrace' | 'confirmed' | 'lapsed' | 'ended';
type Presented = 'current' | 'previous' | 'older' | 'newer';

/** What a refresh does: a new generation, the current one once more, the end of the session, or nothing. */
export type RefreshMove = 'rotate' | 'repeat' | 'annul' | 'refuse';

const nothing = { current: 'refuse', previous: 'refuse', older: 'refuse', newer: 'refuse' } as const;

/** Refresh token rotation with replay detection (RFC 9700 section 4.14.2), forgiving a lost answer. */
const moves: Record<State, Record<Presented, RefreshMove>> = {
  unconfirmed: { current: 'rotate', previous: 'repeat', older: 'annul', newer: 'refuse' },
  inGrace: { current: 'rotate', previous: 'repeat', older: 'annul', newer: 'refuse' },
  confirmed: { current: 'rotate', previous: 'annul', older: 'annul', newer: 'refuse' },
  lapsed: nothing,
  ended: nothing,
};

const stateOf = (session: Session, now: Date): State => {
  if (session.endedAt) return 'ended';
  const sinceRefresh = now.getTime() - session.refreshedAt.getTime();
  if (sinceRefresh >= sessionLifetimes.idle) return 'lapsed';
  if (now.getTime() - session.createdAt.getTime() >= sessionLifetimes.absolute) return 'lapsed';
  if (!session.confirmed) return 'unconfirmed';
  return sinceRefresh <= sessionLifetimes.grace ? 'inGrace' : 'confirmed';
};

const presentedAs = (session: Session, generation: number): Presented => {
  if (generation > session.generation) return 'newer';
  if (generation === session.generation) return 'current';
  return generation === session.generation - 1 ? 'previous' : 'older';
};

/** What presenting the refresh token of `generation` does to the session. */
export const refreshMove = (session: Session, generation: number, now: Date): RefreshMove =>
  moves[stateOf(session, now)][presentedAs(session, generation)];

/** Whether access tokens of the session are still good. */
export const isAlive = (session: Session, now: Date): boolean => {
  const state = stateOf(session, now);
  return state !== 'ended' && state !== 'lapsed';
};
