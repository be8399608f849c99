import { gunzipSync } from 'node:zlib';
import type { EventDetail, ReadPage } from '@event-platform/domain';
import t, { type Test } from 'tap';
import { isProblem, openTestApp } from '../../../test-support/test-app.ts';

/** An application whose catalog gives anonymous callers the same list and event until `change` is called. */
const openSharing = async (t: Test) => {
  const scene = await openTestApp(t);
  const { eventCatalog } = scene.world.dependencies.stores;
  const { list, detail } = eventCatalog;
  let lists = new Map<string, Promise<ReadPage>>();
  let details = new Map<string, Promise<EventDetail | null>>();
  Object.assign(eventCatalog, {
    list: (...query: Parameters<typeof list>) => {
      const [filter, order, caller, page] = query;
      const key = JSON.stringify([filter.text, order, page]);
      if (caller !== null) return list(...query);
      const shared = lists.get(key) ?? list(...query).then((read) => ({ ...read, isKept: true }));
      lists.set(key, shared);
      return shared;
    },
    detail: (...query: Parameters<typeof detail>) => {
      const [id, caller] = query;
      if (caller !== null) return detail(...query);
      const shared = details.get(id) ?? detail(...query);
      details.set(id, shared);
      return shared;
    },
  });
  const change = () => {
    lists = new Map();
    details = new Map();
  };
  return { ...scene, change };
};

t.test('a response is that of its list until the catalog gives another one', async (t) => {
  const { call, person, event, change } = await openSharing(t);
  const ada = await person();
  const { id } = await event(ada);
  for (const target of ['GET /v1/events', 'GET /v1/events/search?q=lantern', `GET /v1/events/${id}`]) {
    const first = await call(target);
    await call(`POST /v1/events/${id}/rsvp`, { as: ada, body: { status: 'going' } });
    const again = await call(target);
    t.equal(again.text, first.text);
    t.equal(again.headers.etag, first.headers.etag);
    t.equal(again.headers['content-type'], first.headers['content-type']);
    t.match(
      (await call(target, { as: ada })).text,
      '"myRsvp":"going"',
      'callers with a session get their own',
    );
    change();
    const changeResponse = await call(target);
    t.not(changeResponse.text, first.text);
    t.not(changeResponse.headers.etag, first.headers.etag);
    await call(`POST /v1/events/${id}/rsvp`, { as: ada, body: { status: null } });
    change();
  }
});

t.test('gives a signed-in response to no other caller', async (t) => {
  const { call, person, event } = await openSharing(t);
  const host = await person();
  const { id } = await event(host, { visibility: 'private' });
  const path = `GET /v1/events/${id}`;
  for (let times = 0; times < 3; times += 1) t.equal((await call(path, { as: host })).status, 200);
  for (let times = 0; times < 3; times += 1) isProblem(t, await call(path), 404, 'event_not_found');
  t.equal((await call(path, { as: host })).status, 200, 'nor is the anonymous response given to the host');

  const publicEvent = await event(host);
  const one = `GET /v1/events/${publicEvent.id}`;
  await call(`POST /v1/events/${publicEvent.id}/rsvp`, { as: host, body: { status: 'going' } });
  for (let times = 0; times < 3; times += 1)
    t.not((await call(one, { as: host })).body.myRsvp, (await call(one)).body.myRsvp);
  const basic = { authorization: 'Basic YTpi' };
  for (const target of [one, 'GET /v1/events']) {
    const other = await call(target, { headers: basic });
    t.strictSame(
      [other.status, other.headers.etag],
      [200, undefined],
      'any Authorization passes the cache by',
    );
  }
});

t.test('HEAD and 304 have the headers of the response and no body', async (t) => {
  const { call, person, event } = await openSharing(t);
  const { id } = await event(await person());
  for (const path of [`/v1/events/${id}`, '/v1/events'])
    for (let times = 0; times < 3; times += 1) {
      const { headers } = await call(`GET ${path}`);
      const same = await call(`GET ${path}`, { headers: { 'if-none-match': ` *` } });
      t.strictSame([same.status, same.text, same.headers['content-type']], [304, '', undefined]);
      t.strictSame([same.headers.etag, same.headers.vary], [headers.etag, headers.vary]);
      t.match(headers.vary, /(?=.*authorization)(?=.*accept-encoding)/);
      const head = await call(`HEAD ${path}`);
      t.strictSame([head.status, head.text], [200, '']);
      t.strictSame(
        [head.headers.etag, head.headers['content-length']],
        [headers.etag, headers['content-length']],
      );
      const strong = await call(`GET ${path}`, { headers: { 'if-none-match': `"a" , ${headers.etag} ` } });
      t.equal(strong.status, 304);
    }
});

t.test('a response that is still the same is not sent again', async (t) => {
  const { call, person, event } = await openSharing(t);
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
    const ownResponse = await call(target, { as: ada, headers: { 'if-none-match': String(headers.etag) } });
    t.strictSame(
      [ownResponse.status, ownResponse.headers['cache-control'], ownResponse.headers.etag],
      [200, 'no-store', undefined],
    );
  }
});

t.test('long responses are compressed for clients that accept it, made and cached', async (t) => {
  const { app, call, person, event } = await openSharing(t);
  const ada = await person();
  await event(ada, { description: 'Songs by the canal. '.repeat(200) });
  const plain = await call('GET /v1/events');
  for (const about of ['made', 'cached', 'cached before']) {
    const response = await app.inject({
      url: `/v1/events?limit=30`,
      headers: { 'accept-encoding': 'br, gzip' },
    });
    t.equal(response.headers['content-encoding'], 'gzip', about);
    t.match(response.headers.vary, /accept-encoding/);
    t.same(JSON.parse(gunzipSync(response.rawPayload).toString()).items, plain.body.items);
  }
  for (const encoding of ['identity', 'gzip;q=0', 'gzip;q=0.0, br']) {
    const response = await app.inject({ url: '/v1/events', headers: { 'accept-encoding': encoding } });
    t.equal(response.headers['content-encoding'], undefined, encoding);
    t.equal(response.body, plain.text);
  }
});
