import { setImmediate as immediately } from 'node:timers/promises';
import type { SnapshotVersions } from '@event-platform/domain';
import t from 'tap';
import { isProblem, openTestApp } from '../../../test-support/test-app.ts';

const fixedMarks = (nextEnd: SnapshotVersions['nextEnd'] = async () => null) => ({
  current: async () => 'same',
  nextEnd,
});

t.test('gives a signed-in response to no other caller', async (t) => {
  const { call, person, event } = await openTestApp(t, { app: { snapshotVersions: fixedMarks() } });
  const host = await person();
  const { id } = await event(host, { visibility: 'private' });
  const path = `GET /v1/events/${id}`;
  for (let times = 0; times < 3; times += 1) t.equal((await call(path, { as: host })).status, 200);
  for (let times = 0; times < 3; times += 1) isProblem(t, await call(path), 404, 'event_not_found');
  t.equal((await call(path, { as: host })).status, 200, 'nor is the anonymous answer given to the host');

  const shown = await event(host);
  const one = `GET /v1/events/${shown.id}`;
  await call(`POST /v1/events/${shown.id}/rsvp`, { as: host, body: { status: 'going' } });
  for (let times = 0; times < 3; times += 1)
    t.not((await call(one, { as: host })).body.myRsvp, (await call(one)).body.myRsvp);
  const basic = { authorization: 'Basic YTpi' };
  const other = await call(one, { headers: basic });
  t.strictSame([other.status, other.headers.etag], [200, undefined], 'any Authorization passes the cache by');
});

t.test('does not keep a response whose end of validity is unknown', async (t) => {
  const nextEnd = () => Promise.reject(new Error('connection refused'));
  const { call, person, event } = await openTestApp(t, { app: { snapshotVersions: fixedMarks(nextEnd) } });
  const host = await person();
  for (let total = 0; total < 4; total += 1) {
    t.equal((await call('GET /v1/events')).body.meta.total, total);
    await event(host);
  }
});

t.test('a request that comes after a change does not wait for an answer from before it', async (t) => {
  let mark = 1;
  const marks: SnapshotVersions = { current: async () => String(mark), nextEnd: async () => null };
  const { call, person, event, world } = await openTestApp(t, { app: { snapshotVersions: marks } });
  const host = await person();
  const { id } = await event(host, { title: 'Before' });
  const before = await call(`GET /v1/events/${id}`, { as: host });
  t.equal(before.body.title, 'Before');

  const { getEvent } = world.domain;
  const held = Promise.withResolvers<void>();
  let entered = 0;
  Object.assign(world.domain, {
    getEvent: async (...query: Parameters<typeof getEvent>) => {
      const found = await getEvent(...query);
      entered += 1;
      if (entered === 1) await held.promise;
      return found;
    },
  });
  const path = `GET /v1/events/${id}`;
  const early = call(path);
  while (entered === 0) await immediately();
  await call(`PATCH /v1/events/${id}`, { as: host, body: { title: 'After' } });
  mark += 1;
  t.equal((await call(path)).body.title, 'After');
  held.resolve();
  t.equal((await early).body.title, 'Before');
  for (let times = 0; times < 3; times += 1) t.equal((await call(path)).body.title, 'After');
});

t.test('requests after a change share one answer while one from before it is under way', async (t) => {
  let mark = 1;
  const marks: SnapshotVersions = { current: async () => String(mark), nextEnd: async () => null };
  const { call, person, event, world } = await openTestApp(t, { app: { snapshotVersions: marks } });
  const { id } = await event(await person());
  const { getEvent } = world.domain;
  const held: PromiseWithResolvers<void>[] = [];
  Object.assign(world.domain, {
    getEvent: async (...query: Parameters<typeof getEvent>) => {
      const hold = Promise.withResolvers<void>();
      held.push(hold);
      await hold.promise;
      return getEvent(...query);
    },
  });
  const request = async () => {
    const answer = call(`GET /v1/events/${id}`);
    for (let turn = 0; turn < 50; turn += 1) await immediately();
    return { answer };
  };
  const before = await request();
  mark += 1;
  const after = [await request(), await request()];
  t.equal(held.length, 2);
  held[0]?.resolve();
  t.equal((await before.answer).status, 200);
  after.push(await request());
  t.equal(held.length, 2, 'the answer from before the change is sent, the one from after it is still made');
  held[1]?.resolve();
  for (const { answer } of after) t.equal((await answer).status, 200);
  t.equal(held.length, 2);
});

t.test('an answer is for no time before its own', async (t) => {
  const { call, person, event, world } = await openTestApp(t, { app: { snapshotVersions: fixedMarks() } });
  const { endAt } = await event(await person());
  const total = async () => (await call('GET /v1/events')).body.meta.total;
  const started = world.clock.now();
  world.clock.set(new Date(endAt));
  for (let times = 0; times < 3; times += 1) t.equal(await total(), 0);
  world.clock.set(started);
  t.equal(await total(), 1, 'the clock was set right');
});

t.test('the answer to the first request of an event is not kept', async (t) => {
  const { call, person, event } = await openTestApp(t, { app: { snapshotVersions: fixedMarks() } });
  const host = await person();
  const { id } = await event(host, { title: 'First' });
  const path = `/v1/events/${id}`;
  const rename = (title: string) => call(`PATCH ${path}`, { as: host, body: { title } });
  t.equal((await call(`GET ${path}`)).body.title, 'First');
  await rename('Second');
  t.equal((await call(`GET ${path}`)).body.title, 'Second');
  await rename('Third');
  t.equal((await call(`GET ${path}`)).body.title, 'Second', 'that of the second is');
});

t.test('of the first requests for an event at one time one is worked out', async (t) => {
  const { call, person, event, world } = await openTestApp(t, { app: { snapshotVersions: fixedMarks() } });
  const { id } = await event(await person());
  const { getEvent } = world.domain;
  const held = Promise.withResolvers<void>();
  let entered = 0;
  Object.assign(world.domain, {
    getEvent: async (...query: Parameters<typeof getEvent>) => {
      entered += 1;
      await held.promise;
      return getEvent(...query);
    },
  });
  const calls = Array.from({ length: 5 }, () => call(`GET /v1/events/${id}`));
  while (entered === 0) await immediately();
  for (let turn = 0; turn < 20; turn += 1) await immediately();
  held.resolve();
  for (const { status } of await Promise.all(calls)) t.equal(status, 200);
  t.equal(entered, 1);
});

t.test('HEAD and 304 have the headers of the answer and no body', async (t) => {
  const { call, person, event } = await openTestApp(t, { app: { snapshotVersions: fixedMarks() } });
  const { id } = await event(await person());
  const path = `/v1/events/${id}`;
  for (let times = 0; times < 3; times += 1) {
    const { headers } = await call(`GET ${path}`);
    const same = await call(`GET ${path}`, { headers: { 'if-none-match': ` *` } });
    t.strictSame([same.status, same.text, same.headers['content-type']], [304, '', undefined]);
    t.strictSame([same.headers.etag, same.headers.vary], [headers.etag, headers.vary]);
    t.match(headers.vary, /(?=.*authorization)(?=.*accept-encoding)/);
    const head = await call(`HEAD ${path}`);
    t.strictSame([head.status, head.text], [200, '']);
    const strong = await call(`GET ${path}`, { headers: { 'if-none-match': `"a" , ${headers.etag} ` } });
    t.equal(strong.status, 304);
  }
});

t.test(
  'long answers are not kept: one weighs 400,000 bytes at most, a third of its body added',
  async (t) => {
    let mark = 1;
    const marks: SnapshotVersions = { current: async () => String(mark), nextEnd: async () => null };
    const { call, person, event } = await openTestApp(t, { app: { snapshotVersions: marks } });
    const host = await person();
    const list = () => call('GET /v1/events?limit=50');
    const description = 'x'.repeat(10_000);
    const add = async (count: number) => {
      for (let made = 0; made < count; made += 1) await event(host, { description });
    };
    const totals = async (): Promise<readonly number[]> => {
      mark += 1;
      for (let times = 0; times < 2; times += 1) await list();
      const { text } = await list();
      await add(1);
      const { body } = await list();
      return [Math.round(text.length / 10_000), body.meta.total];
    };
    await add(27);
    t.strictSame(await totals(), [28, 27], 'kept');
    await add(6);
    t.strictSame(await totals(), [36, 35], 'worked out anew, though the body is below 400,000 bytes');
  },
);

t.test('HEAD is answered from memory as GET is', async (t) => {
  const { call, person, event } = await openTestApp(t, { app: { snapshotVersions: fixedMarks() } });
  const ada = await person();
  await call('GET /v1/events');
  const { headers } = await call('GET /v1/events');
  await event(ada);
  const head = await call('HEAD /v1/events');
  t.equal(head.headers.etag, headers.etag, 'no list is made');
  t.equal(head.headers['content-length'], headers['content-length']);
  t.equal(head.text, '');
});
