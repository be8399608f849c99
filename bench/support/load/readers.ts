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

/** Removes their RSVPs and saves, and corrects the counters. */
export const removeRsvps = async ({ bare }: Pick<Bench, 'bare'>): Promise<void> => {
  await bare.query(`
    with gone as (
      delete from rsvp r using app_user u where r.user_id = u.id and ${phoneOf} returning r.event_id, r.state
    ),
    changed as (
      select event_id, count(*) filter (where state = 'going') as going,
        count(*) filter (where state = 'interested') as interested
      from gone group by event_id
    )
    update event_stats s set going = s.going - c.going, interested = s.interested - c.interested
    from changed c where c.event_id = s.event_id`);
  await bare.query(`delete from saved s using app_user u where s.user_id = u.id and ${phoneOf}`);
};

/** Removes the readers and everything they wrote. */
export const removeReaders = async (bench: Pick<Bench, 'bare'>): Promise<void> => {
  await removeRsvps(bench);
  const { rowCount } = await bench.bare.query(`delete from app_user where ${phoneOf}`);
  if (rowCount) await bench.bare.query('vacuum (analyze) app_user, session, rsvp, saved, event_stats');
};
