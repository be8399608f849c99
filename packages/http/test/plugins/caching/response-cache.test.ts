import { setImmediate as immediately } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import type { SnapshotVersions } from '@event-platform/domain';
import t from 'tap';
import { isProblem, openTestApp } from '../../../test-support/test-app.ts';

/** Marks that change when the test says so. */
const steerableMarks = () => {
  let mark = 1;
  let end: Date | null = null;
  let asked = 0;
  const marks: SnapshotVersions = {
    current: async () => {
      asked += 1;
      return String(mark);
    },
    nextEnd: async () => end,
  };
  return {
    marks,
    asked: () => asked,
    change: () => {
      mark += 1;
    },
    endAt: (at: Date) => {
      end = at;
    },
  };
};

t.test('an answer that is asked for again is kept until something changes', async (t) => {
  const { marks, change } = steerableMarks();
  const { call, person, event } = await openTestApp(t, { app: { snapshotVersions: marks } });
  const ada = await person();
  t.equal((await call('GET /v1/events')).body.meta.total, 0);
  await event(ada);
  const first = await call('GET /v1/events');
  t.equal(first.body.meta.total, 1, 'what was asked for but once was not kept');
  await event(ada, { title: 'Not noticed' });
  const again = await call('GET /v1/events');
  t.equal(again.text, first.text, 'as long as the mark says that nothing has changed');
  t.equal(again.headers.etag, first.headers.etag);
  t.equal(again.headers['content-type'], first.headers['content-type']);
  t.equal((await call('GET /v1/events?limit=50')).body.meta.total, 2, 'another address is another answer');
  t.equal((await call('GET /v1/events', { as: ada })).body.meta.total, 2, 'people get their own');
  change();
  const changed = await call('GET /v1/events');
  t.equal(changed.body.meta.total, 2);
  t.not(changed.headers.etag, first.headers.etag);
});

t.test('at another version a list that is still the same is not worked out again', async (t) => {
  const { marks, change, endAt } = steerableMarks();
  const { call, person, event, world } = await openTestApp(t, { app: { snapshotVersions: marks } });
  const ada = await person();
  const made = await event(ada);
  endAt(new Date(made.endAt));
  const { list } = world.dependencies.stores.eventCatalog;
  let isCurrent = true;
  let isAway = false;
  let lists = 0;
  const asked: Date[] = [];
  Object.assign(world.dependencies.stores.eventCatalog, {
    list: async (...query: Parameters<typeof list>) => {
      lists += 1;
      const of = async (at: Date) => {
        asked.push(at);
        if (isAway) throw new Error('no database');
        return isCurrent;
      };
      return { ...(await list(...query)), isCurrent: of };
    },
  });
  await call('GET /v1/events');
  const first = await call('GET /v1/events');
  t.equal((await call('GET /v1/events')).text, first.text);
  t.strictSame(asked, [], 'at the same version it need not be asked');
  change();
  const together = await Promise.all([1, 2, 3].map(() => call('GET /v1/events')));
  for (const { text } of together) t.equal(text, first.text);
  t.strictSame(asked, [world.clock.now()], 'once for all requests of a version');
  t.equal((await call('GET /v1/events')).headers.etag, first.headers.etag);
  t.equal(asked.length, 1, 'it is right at that version, too');
  isAway = true;
  change();
  t.equal((await call('GET /v1/events')).status, 500);
  isAway = false;
  t.equal((await call('GET /v1/events')).text, first.text, 'a check that failed is repeated');
  asked.length = 1;
  t.equal(lists, 2);
  await event(ada);
  isCurrent = false;
  change();
  t.equal((await call('GET /v1/events')).body.meta.total, 2);
  isCurrent = true;
  change();
  t.equal((await call('GET /v1/events', { as: ada })).body.meta.total, 2);
  t.equal(asked.length, 2, 'people are not answered from the cache');
  world.clock.set(new Date(made.endAt));
  t.equal((await call('GET /v1/events')).body.meta.total, 0, 'nor is time forgotten');
});

t.test('an answer is worked out again when an event has ended meanwhile', async (t) => {
  const { marks, endAt } = steerableMarks();
  const { call, person, event, world } = await openTestApp(t, { app: { snapshotVersions: marks } });
  const made = await event(await person());
  endAt(new Date(made.endAt));
  await call('GET /v1/events');
  t.equal((await call('GET /v1/events')).body.meta.total, 1);
  world.clock.set(new Date(Date.parse(made.endAt) - 1));
  t.equal((await call('GET /v1/events')).body.meta.total, 1);
  world.clock.set(new Date(made.endAt));
  t.equal((await call('GET /v1/events')).body.meta.total, 0);
});

t.test('of equal requests at one time one is worked out', async (t) => {
  const { marks, asked } = steerableMarks();
  const requests = 20;
  let lists = 0;
  const { call, world } = await openTestApp(t, { app: { snapshotVersions: marks } });
  await call('GET /v1/events');
  const { list } = world.dependencies.stores.eventCatalog;
  Object.assign(world.dependencies.stores.eventCatalog, {
    list: async (...filter: Parameters<typeof list>) => {
      lists += 1;
      while (asked() < requests) await immediately();
      return list(...filter);
    },
  });
  const answers = await Promise.all(Array.from({ length: requests }, () => call('GET /v1/events')));
  t.equal(new Set(answers.map(({ text }) => text)).size, 1);
  t.equal(lists, 1);
});

t.test('those who wait for an answer that fails get one of their own', async (t) => {
  const { marks } = steerableMarks();
  const { call } = await openTestApp(t, { app: { snapshotVersions: marks } });
  const unknown = 'GET /v1/events/018f0000-0000-7000-8000-000000000001';
  const answers = await Promise.all(Array.from({ length: 5 }, () => call(unknown)));
  t.equal(answers.length, 5);
  for (const answer of answers) {
    isProblem(t, answer, 404, 'event_not_found');
    t.equal(answer.headers.etag, undefined);
  }
  t.equal(new Set(answers.map(({ body }) => body.requestId)).size, 5);
});

t.test('an answer that is still the same need not be sent again', async (t) => {
  const { call, person, event } = await openTestApp(t);
  const ada = await person();
  const { id } = await event(ada);
  for (const target of ['GET /v1/events', `GET /v1/events/${id}`, 'GET /v1/events/search?q=lantern']) {
    const { status, headers, text } = await call(target);
    t.equal(status, 200);
    t.match(headers, { etag: /^W\/"[\w-]{27}"$/, 'cache-control': 'public, max-age=1, must-revalidate' });
    t.match(headers.vary, /authorization/);
    for (const tag of [headers.etag, String(headers.etag).slice(2), `"other", ${headers.etag}`, '*']) {
      const same = await call(target, { headers: { 'if-none-match': String(tag) } });
      t.equal(same.status, 304, `${target} with ${tag}`);
      t.equal(same.text, '');
      t.equal(same.headers.etag, headers.etag);
    }
    const other = await call(target, { headers: { 'if-none-match': '"other"' } });
    t.strictSame([other.status, other.text], [200, text]);
    const own = await call(target, { as: ada, headers: { 'if-none-match': String(headers.etag) } });
    t.strictSame([own.status, own.headers['cache-control'], own.headers.etag], [200, 'no-store', undefined]);
  }
});

t.test('long answers are compressed for those who take it, fresh and remembered', async (t) => {
  const { marks } = steerableMarks();
  const { app, call, person, event } = await openTestApp(t, { app: { snapshotVersions: marks } });
  const ada = await person();
  await event(ada, { description: 'Songs by the canal. '.repeat(200) });
  const plain = await call('GET /v1/events');
  for (const about of ['fresh', 'kept', 'remembered']) {
    const answer = await app.inject({
      url: `/v1/events?limit=30`,
      headers: { 'accept-encoding': 'br, gzip' },
    });
    t.equal(answer.headers['content-encoding'], 'gzip', about);
    t.match(answer.headers.vary, /accept-encoding/);
    t.same(JSON.parse(gunzipSync(answer.rawPayload).toString()).items, plain.body.items);
  }
  for (const encoding of ['identity', 'gzip;q=0', 'gzip;q=0.0, br']) {
    const answer = await app.inject({ url: '/v1/events', headers: { 'accept-encoding': encoding } });
    t.equal(answer.headers['content-encoding'], undefined, encoding);
    t.equal(answer.body, plain.text);
  }
});
