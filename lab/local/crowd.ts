/** Runs a statement. */
export type Query = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>;

let made = 0;

/** Stores people without a request for each, `word-1`, `word-2` and so on; resolves with their ids. */
export const addPeople = async (
  query: Query,
  count: number,
  word: string,
  { name = 'Guest', bio = '' } = {},
): Promise<readonly string[]> => {
  const users = await query<{ id: string }>(
    `insert into app_user (id, phone, username, name, bio, city, avatar, role, peaces_balance, created_at)
      select gen_random_uuid(), '+99' || 10000000 + $3::int + n, $1::text || '-' || n, $4, $5, '', null, 'user', 0, now()
      from generate_series(1, $2::int) n returning id`,
    [word, count, made, name, bio],
  );
  made += count;
  return users.map(({ id }) => id);
};

/** Lets people go to an event, without a request for each. */
export const letGo = async (query: Query, event: string, people: readonly string[]): Promise<void> => {
  await query(
    `with answers as (
      insert into rsvp (event_id, user_id, state, responded_at)
        select $1, id, 'going', now() from unnest($2::uuid[]) id
      returning user_id
    )
    update event_stats set going = going + (select count(*) from answers) where event_id = $1`,
    [event, people],
  );
};
