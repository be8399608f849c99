import type { Session, SessionId, UserId } from '@event-platform/domain';
import { type RawBuilder, sql } from 'kysely';

/** A session as {@link sessionJson} gives it; instants are ISO 8601. */
export type SessionJson = readonly [
  id: SessionId,
  userId: UserId,
  generation: number,
  confirmed: boolean,
  createdAt: string,
  refreshedAt: string,
  lastUsedAt: string,
  device: string,
  strict: boolean,
  endedAt: string | null,
];

/** The fields of the domain's `Session`, from `session s`. */
export const sessionJson: RawBuilder<SessionJson> = sql`json_build_array(s.id, s.user_id, s.generation, s.confirmed,
  s.created_at, s.refreshed_at, s.last_used_at, s.device, s.strict, s.ended_at)`;

export const toSession = ([
  id,
  userId,
  generation,
  confirmed,
  createdAt,
  refreshedAt,
  lastUsedAt,
  device,
  strict,
  endedAt,
]: SessionJson): Session => ({
  id,
  userId,
  generation,
  confirmed,
  createdAt: new Date(createdAt),
  refreshedAt: new Date(refreshedAt),
  lastUsedAt: new Date(lastUsedAt),
  device,
  strict,
  endedAt: endedAt === null ? null : new Date(endedAt),
});
