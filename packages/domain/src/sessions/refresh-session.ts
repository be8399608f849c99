import type { Dependencies } from '../dependencies.ts';
import { parseId } from '../ids.ts';
import type { WithOrigin } from '../origin.ts';
import { type DomainError, refuse } from '../problem.ts';
import { refreshMove, rotateSession, type Session } from './session.ts';

/** The content of a refresh token whose MAC was verified. */
export interface RefreshSession extends WithOrigin {
  readonly sessionId: string;
  readonly generation: number;
  /** The client's name for this exchange, the same when it repeats the request; null without one. */
  readonly idempotencyKey?: string | null | undefined;
}

export interface RefreshedSession {
  /** At the generation that the token was exchanged for. */
  readonly session: Session;
  /** Whether that generation was exchanged in turn: a late repetition, whose response no client waits for. */
  readonly isSuperseded: boolean;
}

type RefreshDependencies = Pick<Dependencies, 'stores' | 'clock' | 'keyHashes' | 'auditLog'>;

/**
 * Exchanges a refresh token's generation for the session at its next one. Without keys, presenting the previous
 * generation again returns the same generation while its response may have been lost; an older one ends the
 * session. In a session that was ever refreshed with a key, a token exchanged already returns the same
 * generation with the key of that exchange, and ends the session with any other or none (ADR 0024). Throws
 * `refresh_token_invalid`.
 */
export const refreshSession =
  (dependencies: RefreshDependencies) =>
  async (command: RefreshSession): Promise<RefreshedSession> => {
    const { stores, clock } = dependencies;
    const id = parseId<'session'>(command.sessionId);
    const keyHashes = keyHashesOf(dependencies, command);
    const keyHash = keyHashes[0] ?? null;
    for (;;) {
      const session = id && (await stores.sessions.find(id));
      if (!session) throw refuse('refresh_token_invalid');
      const now = clock.now();
      const next = command.generation + 1;
      switch (refreshMove(session, command.generation, now)) {
        case 'repeat':
          // With a key it is a refresh with one: the session is strict from now on.
          if (keyHash === null || (await stores.sessions.bind(session.id, command.generation, keyHash)))
            return { session: { ...session, strict: keyHash !== null }, isSuperseded: false };
          break;
        case 'rotate':
          if (await stores.sessions.advance(session.id, command.generation, now, keyHash))
            return { session: rotateSession(session, now, keyHash !== null), isSuperseded: false };
          break; // another refresh or a logout came first: look again
        case 'repeatWithKey': {
          const exchangeKey = await stores.sessions.keyOfExchange(session.id, command.generation);
          if (!keyHashes.some((hash) => hash === exchangeKey))
            throw await annul(dependencies, session, command);
          return { session: { ...session, generation: next }, isSuperseded: next < session.generation };
        }
        case 'annul':
          throw await annul(dependencies, session, command);
        case 'refuse':
          throw refuse('refresh_token_invalid');
      }
    }
  };

/** The hashes that the key of this exchange may be stored under, that to store first; none without a key. */
const keyHashesOf = (
  { keyHashes }: RefreshDependencies,
  { sessionId, generation, idempotencyKey }: RefreshSession,
): readonly string[] =>
  typeof idempotencyKey === 'string' ? keyHashes.of(`${sessionId}\n${generation}\n${idempotencyKey}`) : [];

const annul = async (
  { stores, clock, auditLog }: RefreshDependencies,
  { id: sessionId, userId }: Session,
  { origin }: RefreshSession,
): Promise<DomainError> => {
  if (await stores.sessions.end(sessionId, clock.now())) {
    const about = { userId, origin, sessionId };
    auditLog.record({ event: 'refresh_replay', ...about });
    auditLog.record({ event: 'session_ended', ...about, reason: 'service_found_replay' });
  }
  return refuse('refresh_token_invalid');
};
