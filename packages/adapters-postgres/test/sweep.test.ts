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

await t.test(
  'sweeping forgets changes once they were known for ten minutes, and says so first',
  async (t) => {
    await query('delete from event_change');
    const minutes = (count: number) => new Date(now.getTime() + count * 60_000);
    const keys = async () => (await query<{ id: string }>('select id from event_change order by id')).length;
    const add = () => query('insert into event_change default values');
    const below = async () =>
      (await query<{ below: string }>('select below::text from forgotten_changes'))[0]?.below as string;
    await query('update forgotten_changes set at = $1', [minutes(-11)]);
    await add();
    await postgres.sweep(now);
    t.equal(await keys(), 1, 'it had not ended at the last time');
    await add();
    await postgres.sweep(minutes(9));
    t.equal(await keys(), 2, 'it is known for nine minutes');
    const before = await below();
    await postgres.sweep(minutes(11));
    t.equal(await keys(), 1, 'the later one was made since');
    t.ok(
      BigInt(await below()) > BigInt(before),
      'whoever follows from before learns that something is missing',
    );
  },
);
