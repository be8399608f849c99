import type { SessionId } from '../ids.ts';
import type { Session } from '../sessions/session.ts';

export interface SessionStore {
  open(session: Session): Promise<void>;
  find(id: SessionId): Promise<Session | null>;
  /**
   * Moves a session that has not ended from generation `from` to the next, unconfirmed; false when it is at
   * another one.
   */
  advance(id: SessionId, from: number, at: Date): Promise<boolean>;
  /** Marks `generation` as used by its owner, if the session still is at it. */
  confirm(id: SessionId, generation: number): Promise<void>;
  /** Ends the session; ending an ended or unknown one changes nothing. */
  end(id: SessionId, at: Date): Promise<void>;
}
