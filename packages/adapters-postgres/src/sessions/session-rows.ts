import { sessionLifetimes } from '@event-platform/domain';
import { sql } from 'kysely';

/** The fields of the domain's `Session`, from `session s`. */
export const sessionColumns = sql`s.id, s.user_id as "userId", s.generation, s.confirmed,
  s.created_at as "createdAt", s.refreshed_at as "refreshedAt", s.last_used_at as "lastUsedAt", s.device, s.strict,
  s.is_receipt as "isReceipt", s.ended_at as "endedAt"`;

/** The domain's `isAlive`, of `session s`. */
export const aliveAt = (at: Date) => {
  const before = (milliseconds: number) => new Date(at.getTime() - milliseconds);
  return sql`(s.ended_at is null and s.refreshed_at > ${before(sessionLifetimes.idle)}
    and s.created_at > ${before(sessionLifetimes.absolute)}
    and (not s.is_receipt or s.created_at > ${before(sessionLifetimes.receipt)}))`;
};
