import type { World } from './world.ts';

/** Makes people and lets them go to an event, without a request for each. */
export const letGo = async (world: Pick<World, 'connect'>, event: string, count: number): Promise<void> => {
  const client = await world.connect();
  try {
    await client.query(
      `with people as (
        insert into app_user (id, phone, name, username, bio, role, city, peaces_balance, created_at)
        select gen_random_uuid(), '+1444' || lpad(n::text, 7, '0'), 'Guest ' || n, 'crowd-' || n, '', 'user', '', 0, now()
        from generate_series(1, $2::int) n
        returning id
      ),
      answers as (
        insert into rsvp (event_id, user_id, state, responded_at) select $1, id, 'going', now() from people
        returning user_id
      )
      update event_stats set going = going + (select count(*) from answers) where event_id = $1`,
      [event, count],
    );
    await client.query('analyze');
  } finally {
    await client.end();
  }
};
