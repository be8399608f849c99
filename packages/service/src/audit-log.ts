import type { AuditLog, KeyedHashes } from '@event-platform/domain';
import type { Logger } from 'pino';

/** What the audit log writes as a hash. */
export type HashedKind = 'user' | 'phone' | 'network';

/** What the audit log calls it under the current pepper, then what it called it under those before. */
export const auditHashes = (
  hashes: KeyedHashes,
  kind: HashedKind,
  text: string,
): ReturnType<KeyedHashes['of']> => hashes.of(`${kind}\n${text}`);

/**
 * Writes one JSON line an entry to the logger named `audit`, whatever `LOG_LEVEL` says. Users, networks and phones are
 * written as keyed hashes: the lines of one user can be found, but no user can be named without the pepper.
 */
export const pinoAuditLog = (logger: Logger, hashes: KeyedHashes): AuditLog => {
  const log = logger.child({ name: 'audit' }, { level: 'info' });
  const hash = (kind: HashedKind, text: string | undefined): string | null =>
    text === undefined ? null : auditHashes(hashes, kind, text)[0];
  return {
    record: ({ event, userId, subjectId, phone, origin, sessionId, eventId, reason }) =>
      log.info({
        event,
        user: hash('user', userId) ?? hash('phone', phone),
        // Entries of operators alone have it.
        ...(subjectId === undefined ? {} : { subject: hash('user', subjectId) }),
        network: hash('network', origin?.network),
        sessionId: sessionId ?? origin?.sessionId ?? null,
        eventId: eventId ?? null,
        reason: reason ?? null,
      }),
  };
};
