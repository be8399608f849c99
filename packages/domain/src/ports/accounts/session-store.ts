import type { SessionId } from '../../ids.ts';
import type { Session } from '../../sessions/session.ts';

export interface SessionStore {
  /** False for a suspended, erased or unknown account, which gets no session, and for a session that is there. */
  open(session: Session): Promise<boolean>;
  find(id: SessionId): Promise<Session | null>;
  /**
   * Exchanges the token of generation `from`: moves a session that has not ended to the next generation,
   * unconfirmed and used at `at`; false when it is at another one. With the hash of a key, the session is strict
   * from then on and the key is kept for the exchange, together with those of the
   * {@link rememberedExchanges} - 1 before it.
   */
  advance(id: SessionId, from: number, at: Date, keyHash: string | null): Promise<boolean>;
  /**
   * Makes a session strict that is not, has not ended and is at the generation after `from`, as if the token of
   * `from` had been exchanged with this key; false for any other.
   */
  bind(id: SessionId, from: number, keyHash: string): Promise<boolean>;
  /** The hash of the key that generation `from` was exchanged with; null when there was none or it is forgotten. */
  keyOfExchange(id: SessionId, from: number): Promise<string | null>;
  /**
   * Records the use of an access token of `generation`: confirms the generation if the session still is at it,
   * and moves `lastUsedAt` to `at` if that is {@link sessionLifetimes.useStep} later or the generation was
   * unconfirmed.
   */
  use(id: SessionId, generation: number, at: Date): Promise<void>;
  /** Ends the session; false for an ended or unknown one, which stays as it is. */
  end(id: SessionId, at: Date): Promise<boolean>;
}
