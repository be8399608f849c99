import type { UserId } from '@event-platform/domain';
import { type IdSeries, idOf } from '../../dataset/dataset-ids.ts';
import type { Bench } from '../servers/bench.ts';
import type { Bearer } from './access-token.ts';

/** A signed-in caller. */
export interface Reader extends Bearer {
  readonly userId: UserId;
}

/** The ids follow from the numbers of readers, so that SQL can pick them at random. */
export const readerIds: IdSeries = {
  from: Date.UTC(2026, 0, 1),
  step: 1,
  tail: '7000-8000-000000000003',
};
export const readerSessionIds: IdSeries = { ...readerIds, tail: '7000-8000-000000000004' };

/** The prefix of their phones, which no other phones share. */
const phones = '+49161';
const phoneOf = "phone >= '+49161' and phone < '+49162'";

/** Adds callers to the dataset, each with a session. */
export const addReaders = async (
  { bare }: Pick<Bench, 'bare'>,
  count: number,
): Promise<readonly Reader[]> => {
  const values = [readerIds.from, readerIds.tail.replace('-', ''), count - 1];
  await bare.query(
    `insert into app_user (id, phone, name, username, bio, role, city, peaces_balance, created_at)
    select (lpad(to_hex($1::bigint + n), 12, '0') || $2)::uuid, '${phones}' || lpad(n::text, 8, '0'), 'Reader',
      'reader-' || n, '', 'user', '', 0, now()
    from generate_series(0, $3::int) n on conflict (id) do nothing`,
    values,
  );
  await bare.query(
    `insert into session (id, user_id, generation, confirmed, strict, device, created_at, refreshed_at, last_used_at)
    select (lpad(to_hex($1::bigint + n), 12, '0') || $4)::uuid, (lpad(to_hex($1::bigint + n), 12, '0') || $2)::uuid, 1,
      true, false, '', now(), now(), now()
    from generate_series(0, $3::int) n on conflict (id) do nothing`,
    [...values, readerSessionIds.tail.replace('-', '')],
  );
  return Array.from({ length: count }, (_, number) => ({
    userId: idOf(readerIds, number) as UserId,
    sessionId: idOf(readerSessionIds, number),
  }));
};

/**
 * Removes their RSVPs and saves, and corrects the counters. What a load sent last may still be written meanwhile: rows
 * are locked in the order of the service, and counters before their update, as it does.
 */
export const removeRsvps = async ({ bare }: Pick<Bench, 'bare'>): Promise<void> => {
  await bare.query(`
    with rsvps as materialized (
      select r.event_id, r.user_id from rsvp r join app_user u on u.id = r.user_id where ${phoneOf}
      order by r.event_id, r.user_id for update of r
    ),
    gone as (
      delete from rsvp r using rsvps p where r.event_id = p.event_id and r.user_id = p.user_id
      returning r.event_id, r.state
    ),
    changed as materialized (
      select event_id, count(*) filter (where state = 'going') as going,
        count(*) filter (where state = 'interested') as interested
      from gone group by event_id
    ),
    counters as materialized (
      select s.event_id, s.going, s.interested from event_stats s
      where s.event_id in (select event_id from changed) order by s.event_id for no key update
    )
    update event_stats s set going = c.going - o.going, interested = c.interested - o.interested
    from counters c join changed o using (event_id) where s.event_id = c.event_id`);
  await bare.query(`delete from saved s using app_user u where s.user_id = u.id and ${phoneOf}`);
};

/** Removes the readers and everything they wrote. */
export const removeReaders = async (bench: Pick<Bench, 'bare'>): Promise<void> => {
  await removeRsvps(bench);
  for (const table of ['event', 'event_series'])
    await bench.bare.query(`delete from ${table} using app_user u where organizer_id = u.id and ${phoneOf}`);
  const { rowCount } = await bench.bare.query(`delete from app_user where ${phoneOf}`);
  if (rowCount) await bench.bare.query('vacuum (analyze) app_user, session, rsvp, saved, event_stats');
};
