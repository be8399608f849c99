import type { SessionId, UserId } from '@event-platform/domain';
import { Client } from 'pg';
import t from 'tap';
import { openPostgres } from '../../src/open-postgres.ts';
import { migrateUntil } from '../../test-support/migrate-until.ts';
import { openTestDatabase } from '../../test-support/test-database.ts';

const userId = '018f0000-0000-7000-8000-000000000001' as UserId;
const ids = [2, 3].map((digit) => `018f0000-0000-7000-8000-00000000000${digit}` as SessionId);
const [createdAt, refreshedAt, later] = [1, 2, 3].map((day) => new Date(`2026-11-0${day}T12:00:00.000Z`)) as [
  Date,
  Date,
  Date,
];

/** Opens a session as the version before does. */
const openBefore = (client: Client, id: SessionId | undefined) =>
  client.query(
    `insert into session (id, user_id, generation, confirmed, created_at, refreshed_at, ended_at)
      values ($1, $2, 4, true, $3, $4, null)`,
    [id, userId, createdAt, refreshedAt],
  );

t.test('sessions of before go on, and a replica of the version before goes on with them', async (t) => {
  const database = await openTestDatabase();
  t.teardown(database.close);
  await migrateUntil(database.url, '2026-11-23-20-sessions');
  const client = new Client({ connectionString: database.url });
  await client.connect();
  t.teardown(() => client.end());
  await client.query(
    `insert into app_user (id, phone, name, username, bio, role, city, peaces_balance, created_at)
      values ($1, '+4915112345678', '', 'mira', '', 'user', '', 0, now())`,
    [userId],
  );
  await openBefore(client, ids[0]);

  const postgres = await openPostgres({ url: database.url });
  t.teardown(() => postgres.close());
  await postgres.migrate();
  await openBefore(client, ids[1]);

  const { sessions, ownSessions } = postgres.stores;
  for (const id of ids) {
    const before = {
      id,
      userId,
      generation: 4,
      confirmed: true,
      createdAt,
      refreshedAt,
      lastUsedAt: refreshedAt,
      device: '',
      strict: false,
      endedAt: null,
    };
    t.strictSame(await sessions.find(id), before);
    t.equal(await sessions.advance(id, 4, refreshedAt, 'a'), true);
    // The version before refreshes it without knowing of keys.
    await client.query(
      'update session set generation = generation + 1, confirmed = false, refreshed_at = $2 where id = $1',
      [id, later],
    );
    await client.query('update session set confirmed = true where id = $1 and generation = 6', [id]);
    const after = { ...before, generation: 6, refreshedAt: later, lastUsedAt: later, strict: true };
    t.strictSame(await sessions.find(id), after);
    const keys = [await sessions.keyOfExchange(id, 4), await sessions.keyOfExchange(id, 5)];
    t.strictSame(keys, ['a', null], 'each exchange keeps its own key');
  }
  t.equal((await ownSessions.aliveOf(userId, later, 10)).length, 2);
});
