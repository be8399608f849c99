import { signInRetention } from '@event-platform/domain';
import { sql } from 'kysely';
import type { Database } from './database.ts';

/** Replicas in use are seconds behind; an hour forgives clocks that disagree. */
const ownWriteMemory = 3_600_000;

/** So that a statement is short even after a long time without sweeping. */
const atOnce = 1_000;

/** Forgets budgets, windows and sign-in records that no longer count for anything, and tidies up the lists. */
export const sweep = async (db: Database, at: Date): Promise<void> => {
  await sql`delete from allowance where until <= ${at}`.execute(db);
  await sql`delete from call_window where until <= ${at}`.execute(db);
  await sql`delete from own_write where at < ${new Date(at.getTime() - ownWriteMemory)}`.execute(db);
  const forgotten = new Date(at.getTime() - signInRetention);
  await sql`delete from sign_in where updated_at < ${forgotten}`.execute(db);
  await retireEnded(db, at);
  await mergeCounters(db);
};

/**
 * Ended events leave the indexes over live ones. Lists are exact without it, but the longer it is put off the more
 * they have to count. Events that somebody is just changing are left for the next time.
 */
const retireEnded = async (db: Database, at: Date): Promise<void> => {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      update event set is_live = false where id in (
        select e.id from event e
        where e.visibility = 'public' and e.status = 'scheduled' and e.is_live and e.end_at <= ${at}
        order by e.end_at limit ${atOnce} for no key update skip locked
      )`.execute(db);
    if (numAffectedRows < atOnce) return;
  }
};

/** Changes of one cell become one row. Each row goes into exactly one sum, whoever else merges at the same time. */
const mergeCounters = async (db: Database): Promise<void> => {
  await sql`
    with several as (
      select cell, category from listing_counter group by cell, category having count(*) > 1
    ),
    taken as (
      delete from listing_counter t using several s where t.cell = s.cell and t.category = s.category
      returning t.cell, t.category, t.listed, t.live
    )
    insert into listing_counter (cell, category, listed, live)
    select cell, category, sum(listed), sum(live) from taken group by cell, category
    having sum(listed) <> 0 or sum(live) <> 0`.execute(db);
};
