import { sessionLifetimes } from '@event-platform/domain';
import { fixtures } from '@event-platform/domain/contracts';
import t from 'tap';
import { openTestPostgres } from '../test-support/open-test-postgres.ts';

const { now } = fixtures;
const { postgres, query, stores } = await openTestPostgres(t);
const later = (milliseconds: number) => new Date(now.getTime() + milliseconds);
const day = 86_400_000;

await t.test('sweeping deletes expired quotas, sliding windows and form receipts', async (t) => {
  const charge = (key: string) => ({ key, amount: 1, limit: 5 });
  await stores.quotas.takeAll([{ ...charge('old'), until: now }], later(-1));
  await stores.quotas.takeAll([{ ...charge('new'), until: later(1) }], now);
  await stores.quotas.takeAll([{ ...charge('old window'), window: 1_000 }], later(-day));
  await stores.quotas.takeAll([{ ...charge('new window'), window: 1_000 }], now);
  await postgres.formReceipts.keep('old', 'going', now);
  await postgres.formReceipts.keep('new', 'going', later(1));
  await postgres.sweep(now);
  const keys = await query('select key from quota_use union all select key from form_receipt order by key');
  t.strictSame(keys, [{ key: 'new' }, { key: 'new' }, { key: 'new window' }]);
});

await t.test('sweeping deletes the sessions of receipts after half an hour, and no others', async (t) => {
  const { id } = await fixtures.addUser(stores);
  const add = (isReceipt: boolean) => (at: Date) => fixtures.addSession(stores, id, at, '', isReceipt);
  const [before, halfAnHour] = [later(-1), sessionLifetimes.receipt];
  const [gone, kept, device] = [await add(true)(before), await add(true)(now), await add(false)(before)];
  await stores.sessions.end(kept.id, now);
  await postgres.sweep(later(halfAnHour - 1));
  t.equal(await stores.sessions.find(gone.id), null);
  t.ok(await stores.sessions.find(kept.id));
  await postgres.sweep(later(halfAnHour));
  t.equal(await stores.sessions.find(kept.id), null);
  t.strictSame(await stores.sessions.find(device.id), device);
});

await t.test('sweeping deletes jobs that failed for good two weeks ago, and no others', async (t) => {
  const add = (sending: number, at: Date) =>
    stores.mailOutbox.enqueue([{ id: fixtures.newId<'invitation'>(), sending }], at);
  await add(1, later(-1));
  await add(2, now);
  await add(3, later(-1));
  await query(
    `update outbox set at = due_at, due_at = case data ->> 'sending' when '3' then due_at else 'infinity' end`,
  );
  await postgres.sweep(later(14 * day));
  const left = await query(`delete from outbox returning data -> 'sending' as sending`);
  t.strictSame(left.map(({ sending }: { sending?: number }) => sending).sort(), [2, 3]);
});

await t.test('sweeping forgets what outlived an account after 90 days', async (t) => {
  const [early, late, other] = [
    await fixtures.addUser(stores),
    await fixtures.addUser(stores),
    await fixtures.addUser(stores),
  ];
  const { id: event } = await fixtures.addEvent(stores);
  for (const [user, at] of [
    [early, now],
    [late, later(1)],
  ] as const) {
    await stores.rsvps.set(event, user.id, 'going', now);
    await stores.attendees.remove(event, user.id, now);
    await stores.blocks.add(other.id, user.id, 9);
    await stores.users.erase(user.id, at);
  }
  await postgres.sweep(later(90 * day));
  t.strictSame(
    await query(`select user_id as id from removed_guest union all select blocked_id from blocked_user
      union all select user_id from erased_account`),
    [{ id: late.id }, { id: late.id }, { id: late.id }],
  );
  t.equal(await stores.attendees.isRemoved(event, early.id), false);
});

await t.test('sweeping forgets changes in bulk, and records that there were some', async (t) => {
  await query(`truncate event_change`);
  const at = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  const keys = async () =>
    (await query<{ it: string | null }>(`select event_id as it from event_change order by id`)).map(
      ({ it }) => it,
    );
  const [old, recent] = ['00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002'];
  const add = (what: string, hours: number) =>
    query(`insert into event_change (event_id, at) values ($1, $2)`, [what, at(hours)]);
  await query(`update event_change set at = $1`, [now]);
  await add(old, 1.5);
  await postgres.sweep(now);
  t.strictSame(await keys(), [null, old], 'not yet');
  await query(`update event_change set at = $1 where event_id is null`, [at(2.5)]);
  await add(recent, 0.5);
  await postgres.sweep(now);
  t.strictSame(await keys(), [recent, null]);
  await postgres.sweep(now);
  t.equal((await keys()).length, 2, 'and adds nothing when nothing goes');
});
