import type { SessionId, UserId } from '../ids.ts';
import { day, minute, second } from '../time.ts';

/** The spans of a session, in milliseconds. */
export const sessionLifetimes = {
  /** Without a refresh. */
  idle: 30 * day,
  absolute: 180 * day,
  /** For how long a refresh without a key can be repeated. */
  grace: 30 * second,
  /** For how long a sign-in shows that its owner holds the phone. */
  fresh: 10 * minute,
  /** For how long a receipt is good, from the code on; nothing makes that longer. */
  receipt: 30 * minute,
  /** `lastUsedAt` is moved when it is that old: a write for each request would cost more than the list is worth. */
  useStep: 5 * minute,
} as const;

/**
 * The exchanges of a strict session whose keys are remembered: enough for requests that a network delivers late.
 * An exchange that is forgotten cannot be repeated.
 */
export const rememberedExchanges = 16;

/**
 * One signed-in device, or one receipt: the form of a page that a code was entered on. Each refresh exchanges a token of the current generation and raises it by one.
 * `confirmed` says that the owner has used an access token of the current generation, so the response with
 * that token was not lost.
 */
export interface Session {
  readonly id: SessionId;
  readonly userId: UserId;
  readonly generation: number;
  readonly confirmed: boolean;
  readonly createdAt: Date;
  /** When the current generation began. */
  readonly refreshedAt: Date;
  /** When it was last used, as exactly as {@link sessionLifetimes.useStep} says. */
  readonly lastUsedAt: Date;
  /** What the client called itself at the sign-in; empty when it did not. At most `limits.deviceLength`. */
  readonly device: string;
  /** Whether it was ever refreshed with an idempotency key: a repetition then has to bring the key. */
  readonly strict: boolean;
  /** Whether a receipt alone uses it: no token does, and its owner is not shown it. */
  readonly isReceipt: boolean;
  readonly endedAt: Date | null;
}

export const openSession = (
  id: SessionId,
  userId: UserId,
  at: Date,
  device = '',
  isReceipt = false,
): Session => ({
  id,
  userId,
  generation: 1,
  confirmed: false,
  createdAt: at,
  refreshedAt: at,
  lastUsedAt: at,
  device,
  strict: false,
  isReceipt,
  endedAt: null,
});

/** The session after the exchange of its current token. */
export const rotateSession = (session: Session, at: Date, isWithKey: boolean): Session => ({
  ...session,
  generation: session.generation + 1,
  confirmed: false,
  refreshedAt: at,
  lastUsedAt: at,
  strict: session.strict || isWithKey,
});

type State = 'unconfirmed' | 'inGrace' | 'confirmed' | 'strict' | 'receipt' | 'lapsed' | 'ended';
type Presented = 'current' | 'previous' | 'older' | 'newer';

/**
 * What a refresh does: start a new generation; repeat the current one; repeat the exchange of this token if the
 * key is that of the exchange and end the session otherwise; end the session; or refuse.
 */
export type RefreshMove = 'rotate' | 'repeat' | 'repeatWithKey' | 'annul' | 'refuse';

const nothing = { current: 'refuse', previous: 'refuse', older: 'refuse', newer: 'refuse' } as const;

/**
 * Refresh token rotation with replay detection (RFC 9700 section 4.14.2), which tolerates a lost response: for
 * clients without keys by its age and its use, for strict sessions by the key alone.
 */
const moves: Record<State, Record<Presented, RefreshMove>> = {
  unconfirmed: { current: 'rotate', previous: 'repeat', older: 'annul', newer: 'refuse' },
  inGrace: { current: 'rotate', previous: 'repeat', older: 'annul', newer: 'refuse' },
  confirmed: { current: 'rotate', previous: 'annul', older: 'annul', newer: 'refuse' },
  strict: {
    current: 'rotate',
    previous: 'repeatWithKey',
    older: 'repeatWithKey',
    newer: 'refuse',
  },
  receipt: nothing,
  lapsed: nothing,
  ended: nothing,
};

/** Whether the code that began the session still carries a receipt. */
const carriesReceipt = ({ createdAt }: Session, now: Date): boolean =>
  now.getTime() - createdAt.getTime() < sessionLifetimes.receipt;

const stateOf = (session: Session, now: Date): State => {
  if (session.endedAt) return 'ended';
  if (session.isReceipt) return carriesReceipt(session, now) ? 'receipt' : 'lapsed';
  const sinceRefresh = now.getTime() - session.refreshedAt.getTime();
  if (sinceRefresh >= sessionLifetimes.idle) return 'lapsed';
  if (now.getTime() - session.createdAt.getTime() >= sessionLifetimes.absolute) return 'lapsed';
  if (session.strict) return 'strict';
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

/** Whether a receipt of the session is good. */
export const hasReceipt = (session: Session, now: Date): boolean =>
  isAlive(session, now) && carriesReceipt(session, now);

/** Whether the session began by a code just now, so that its owner holds the phone. */
export const isFresh = ({ createdAt }: Session, now: Date): boolean =>
  now.getTime() - createdAt.getTime() <= sessionLifetimes.fresh;

/** Whether a use of an access token of `generation` tells something that the session does not say yet. */
export const isNews = (session: Session, generation: number, now: Date): boolean =>
  (!session.confirmed && session.generation === generation) ||
  now.getTime() - session.lastUsedAt.getTime() >= sessionLifetimes.useStep;
