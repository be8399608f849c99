import { devicePolicy } from '@event-platform/domain';
import { sql } from 'kysely';
import { aliveAt } from '../sessions/session-rows.ts';

/** The fields of the domain's `Device`, from `device d`. */
export const deviceColumns = sql`d.id, d.user_id as "userId", d.session_id as "sessionId", d.platform, d.address, d.keys,
  d.locale, d.app_version as "appVersion", d.created_at as "createdAt", d.last_seen_at as "lastSeenAt"`;

/** Whether `device d` of `session s` is still told of anything. */
export const isDeviceAlive = (at: Date) =>
  sql`(${aliveAt(at)} and d.last_seen_at > ${new Date(at.getTime() - devicePolicy.retention)})`;
