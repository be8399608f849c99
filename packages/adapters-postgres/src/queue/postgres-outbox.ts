import type { Job, JobQueue, MailOutbox, Outbox } from '@event-platform/domain';
import { type Insertable, sql } from 'kysely';
import { v5 as uuidOf } from 'uuid';
import type { Database, Rows } from '../database.ts';

/** Derives a row's id from its queue and the job's, so that it is queued once. */
const jobNamespace = '5d8c1c59-5a3e-4b5f-9f55-6b1a7f0f1d52';

type Entry = Insertable<Rows['outbox']>;

/** Entries written through `db`: in its transaction, if it is one. */
const insert = async (db: Database, entries: readonly Entry[]): Promise<void> => {
  if (entries.length === 0) return;
  await sql`/* outbox-add */
    insert into outbox (id, queue, kind, event_id, user_id, actor_id, data, share, at, due_at)
    select id, coalesce(queue, 'changes'), kind, event_id, user_id, actor_id, data, share, coalesce(at, now()), due_at
    from json_populate_recordset(null::outbox, ${JSON.stringify(entries)}::json)
    on conflict (id) do nothing`.execute(db);
};

export const postgresOutbox = (db: Database): Outbox => ({
  add: (changes) =>
    insert(
      db,
      changes.map(
        ({ id, kind, eventId, userId, actorId, data, at, dueAt }): Entry => ({
          id,
          kind,
          event_id: eventId,
          user_id: userId,
          actor_id: actorId,
          data,
          at,
          due_at: dueAt,
        }),
      ),
    ),
});

const entryOf = ({ queue, id, data, dueAt, share }: Job): Entry => ({
  id: uuidOf(`${queue} ${id}`, jobNamespace),
  queue,
  data,
  due_at: dueAt,
  ...(share && { share }),
});

export const postgresJobQueue = (db: Database): JobQueue => ({
  add: (jobs) => insert(db, jobs.map(entryOf)),
});

export const postgresMailOutbox = (db: Database): MailOutbox => ({
  enqueue: (mails, at) =>
    insert(
      db,
      mails.map(({ id, sending }) =>
        entryOf({
          queue: 'invitation-mail',
          id: `${id} ${sending}`,
          data: { invitationId: id, sending },
          dueAt: at,
        }),
      ),
    ),
});
