import type { OwnSessions, Session, SessionId } from '@event-platform/domain';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { aliveAt, sessionColumns } from './session-rows.ts';

export const postgresOwnSessions = (db: Database): OwnSessions => ({
  aliveOf: async (user, at, limit) => {
    const { rows } = await sql<Session>`/* sessions-alive */
      select ${sessionColumns} from session s where s.user_id = ${user} and not s.is_receipt and ${aliveAt(at)}
      order by s.last_used_at desc, s.id desc limit ${limit}`.execute(db);
    return rows;
  },
  endOthers: async (user, current, at) => {
    // Sessions are locked in one order, as refreshes lock them.
    const { rows } = await sql<{ id: SessionId }>`/* sessions-end-others */
      with other_sessions as materialized (
        select s.id from session s where s.user_id = ${user} and s.id <> ${current} and ${aliveAt(at)}
        order by s.id for no key update of s
      )
      update session s set ended_at = ${at} from other_sessions where s.id = other_sessions.id returning s.id`.execute(
      db,
    );
    return rows.map(({ id }) => id);
  },
});
