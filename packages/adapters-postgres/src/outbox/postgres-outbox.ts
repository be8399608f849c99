import type { Change, Outbox } from '@event-platform/domain';
import { sql } from 'kysely';
import type { Database } from '../database.ts';

interface OutboxRow {
  readonly id: string;
  readonly kind: Change['kind'];
  readonly event_id: Change['eventId'];
  readonly user_id: Change['userId'];
  readonly actor_id: Change['actorId'];
  readonly data: Change['data'];
  readonly at: Date;
  readonly due_at: Date;
}

const toChange = (row: OutboxRow): Change => ({
  id: row.id,
  kind: row.kind,
  eventId: row.event_id,
  userId: row.user_id,
  actorId: row.actor_id,
  data: row.data,
  at: row.at,
  dueAt: row.due_at,
});

export const postgresOutbox = (db: Database): Outbox => ({
  add: async (changes) => {
    if (changes.length === 0) return;
    const rows = changes.map(
      ({ id, kind, eventId, userId, actorId, data, at, dueAt }): OutboxRow => ({
        id,
        kind,
        event_id: eventId,
        user_id: userId,
        actor_id: actorId,
        data,
        at,
        due_at: dueAt,
      }),
    );
    await sql`/* outbox-add */
      insert into outbox select * from json_populate_recordset(null::outbox, ${JSON.stringify(rows)}::json)
      on conflict (id) do nothing`.execute(db);
  },
  takeDue: async (at, limit) => {
    const { rows } = await sql<OutboxRow>`/* outbox-take */
      with due_rows as materialized (
        select id from outbox where due_at <= ${at} order by due_at, id limit ${limit} for update skip locked
      ),
      deletions as (delete from outbox o using due_rows where o.id = due_rows.id returning o.*)
      select * from deletions order by due_at, id`.execute(db);
    return rows.map(toChange);
  },
});
