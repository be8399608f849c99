import { createHmac, hkdfSync } from 'node:crypto';
import type { AuditLog } from '@event-platform/domain';
import type { Logger } from 'pino';

/** The key of the hashes in the audit log (HKDF, RFC 5869). */
const auditKey = (pepper: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', pepper, Buffer.alloc(0), 'event-platform audit log', 32));

/** Enough that no two users or networks of one service share a hash. */
const hashBytes = 12;

/**
 * Writes one JSON line an entry to the logger named `audit`, whatever `LOG_LEVEL` says. Users, networks and phones are
 * written as keyed hashes: the lines of one user can be found, but nobody can be named without the pepper.
 */
export const pinoAuditLog = (logger: Logger, pepper: Buffer): AuditLog => {
  const key = auditKey(pepper);
  const log = logger.child({ name: 'audit' }, { level: 'info' });
  const hash = (kind: 'user' | 'phone' | 'network', text: string | undefined): string | null =>
    text === undefined
      ? null
      : createHmac('sha256', key)
          .update(`${kind}\n${text}`)
          .digest()
          .subarray(0, hashBytes)
          .toString('base64url');
  return {
    record: ({ event, userId, phone, origin, sessionId, eventId, reason }) =>
      log.info({
        event,
        user: hash('user', userId) ?? hash('phone', phone),
        network: hash('network', origin?.network),
        sessionId: sessionId ?? origin?.sessionId ?? null,
        eventId: eventId ?? null,
        reason: reason ?? null,
      }),
  };
};
