import t from 'tap';
import { addEvent, addUser, newToken } from '../../contracts/fixtures.ts';
import { createMemoryWorld, type MemoryWorld } from '../../memory/index.ts';
import { idempotencyPolicy } from '../../src/idempotency/idempotency-policy.ts';
import type { UserId } from '../../src/ids.ts';
import { nextUtcDay } from '../../src/time.ts';

const requestOf = (callerId: UserId) => ({ callerId, requestHash: newToken(), contentHash: 'content' });

/** A world with an organizer and an event. */
const openScene = async () => {
  const world: MemoryWorld = createMemoryWorld();
  const { stores } = world.dependencies;
  const event = await addEvent(stores);
  const remove = (domain = world.domain) =>
    domain.deleteEvent({ eventId: event.id, callerId: event.organizerId });
  return { world, stores, event, remove };
};

t.test('runs commands in one transaction with the response, and audits them once', async (t) => {
  const { world, stores, event, remove } = await openScene();
  const request = requestOf(event.organizerId);
  const run = () =>
    world.runOnce(request, async (domain) => {
      await remove(domain);
      t.strictSame(world.auditEntries, [], 'nothing has happened yet');
      return { response: 'deleted', isRefusal: false };
    });
  t.strictSame(await run(), { kind: 'first', response: 'deleted' });
  t.equal(await stores.events.find(event.id), null);
  t.strictSame(
    world.auditEntries.map((entry) => entry.event),
    ['event_deleted'],
  );
  t.strictSame(await run(), { kind: 'replayed', response: 'deleted' });
  t.equal(world.auditEntries.length, 1);
});

t.test('audits nothing of work that refuses or rejects', async (t) => {
  const { world, stores, event, remove } = await openScene();
  await world.runOnce(requestOf(event.organizerId), async (domain) => {
    await remove(domain);
    return { response: 'no', isRefusal: true };
  });
  const failure = world.runOnce(requestOf(event.organizerId), async (domain) => {
    await remove(domain);
    throw new Error('failed');
  });
  await t.rejects(failure, { message: 'failed' });
  t.strictSame(world.auditEntries, []);
  t.strictSame(await stores.events.find(event.id), event);
});

t.test('what a refused request took from its account stays taken, once', async (t) => {
  const world = createMemoryWorld({ settings: { quotaScale: 1 } });
  const { stores } = world.dependencies;
  const { id: userId } = await addUser(stores);
  const event = await addEvent(stores, { organizerId: userId });
  const refused = async (command: (domain: MemoryWorld['domain']) => Promise<unknown>) => {
    await world.runOnce(requestOf(userId), async (domain) => {
      await command(domain);
      return { response: 'no', isRefusal: true };
    });
  };
  for (let count = 0; count < 3; count += 1) {
    await refused((domain) => domain.updateProfile({ userId, changes: { name: 'Ann' } }));
    const names = { circleIds: [], userIds: ['unknown'], emails: [] };
    await refused((domain) => domain.invite({ eventId: event.id, callerId: userId, ...names }));
  }
  t.equal((await stores.users.find(userId))?.name, '', 'nothing is written');
  t.equal(await stores.quotas.amountTaken(`profile-changes:${userId}`), 3);
  t.equal(await stores.quotas.amountTaken(`invite-calls:${userId}`), 3);
});

t.test('rejects a response that is too long to be kept', async (t) => {
  const { world, stores, event, remove } = await openScene();
  const responding = (length: number) =>
    world.runOnce(requestOf(event.organizerId), async (domain) => {
      if (length > idempotencyPolicy.responseLength) await remove(domain);
      return { response: 'x'.repeat(length), isRefusal: false };
    });
  t.equal((await responding(idempotencyPolicy.responseLength)).kind, 'first');
  await t.rejects(responding(idempotencyPolicy.responseLength + 1), { name: 'RangeError' });
  t.strictSame(await stores.events.find(event.id), event);
});

t.test('refuses a caller who had too much kept until the next UTC day', async (t) => {
  const { world, stores, event } = await openScene();
  const { id } = await addUser(stores);
  const run = (callerId: UserId) =>
    world.runOnce(requestOf(callerId), async () => ({
      response: 'x'.repeat(idempotencyPolicy.responseLength),
      isRefusal: false,
    }));
  const charge = idempotencyPolicy.responseLength + idempotencyPolicy.responseOverhead;
  for (let remaining = idempotencyPolicy.lengthPerDay; remaining >= charge; remaining -= charge)
    await run(id);
  const tomorrow = nextUtcDay(world.clock.now()).getTime() - world.clock.now().getTime();
  const refusal = await run(id).catch((error: unknown) => error);
  t.match(refusal, {
    problem: { code: 'rate_limited', budget: 'stored-responses', retryAfterSeconds: tomorrow / 1000 },
  });
  t.equal((await run(event.organizerId)).kind, 'first');
  world.clock.advance(tomorrow);
  t.equal((await run(id)).kind, 'first');
});
