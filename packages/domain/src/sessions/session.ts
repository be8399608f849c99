import type { SessionId, UserId } from '../ids.ts';
import { day, second } from '../time.ts';

/**
 * How long a session lives without a refresh, how long at most, and for how long a refresh can be repeated.
 */
export const sessionLifetimes = { idle: 30 * day, absolute: 180 * day, grace: 30 * second } as const;

/**
 * One signed-in device. Each refresh raises the generation by one. `confirmed` says that the owner has used
 * an access token of the current generation, so the response with that token was not lost.
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

/** What a refresh does: start a new generation, repeat the current one, end the session, or refuse. */
export type RefreshMove = 'rotate' | 'repeat' | 'annul' | 'refuse';

const nothing = { current: 'refuse', previous: 'refuse', older: 'refuse', newer: 'refuse' } as const;

/**
 * Refresh token rotation with replay detection (RFC 9700 section 4.14.2), which tolerates a lost response.
 */
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

/** What a refresh with the token of `generation` does. */
export const refreshMove = (session: Session, generation: number, now: Date): RefreshMove =>
  moves[stateOf(session, now)][presentedAs(session, generation)];

/** Whether the session has neither ended nor expired. */
export const isAlive = (session: Session, now: Date): boolean => {
  const state = stateOf(session, now);
  return state !== 'ended' && state !== 'lapsed';
};
