import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import t, { type Test } from 'tap';
import { createClient, EventPlatformError, memoryStorage, type Tokens } from '../src/index.ts';
import { pauseAfter } from '../src/retries.ts';
import { losingProxy } from './support/losing-proxy.ts';
import {
  expireAccessTokens,
  newEvent,
  personOf,
  servePlatform,
  signIn,
  visitorOf,
} from './support/served-platform.ts';

const errorOf = async (call: Promise<unknown>): Promise<EventPlatformError> => {
  const error: unknown = await call.catch((thrown: unknown) => thrown);
  if (error instanceof EventPlatformError) return error;
  throw error;
};

const thrownBy = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};

/** A server that is not the service. */
const stranger = async (t: Test, response: RequestListener): Promise<string> => {
  const server = createServer(response);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

t.test('a network that loses every response once doubles nothing and signs no user out', async (t) => {
  const platform = await servePlatform(t);
  const proxy = await losingProxy(t, platform.url);
  const visitor = visitorOf(proxy);
  const { client } = visitor;
  await signIn(platform, visitor);
  t.equal(platform.world.smsSent.length, 1);
  const bob = await personOf(platform);
  const { id } = await client.createEvent({ ...newEvent(platform), visibility: 'private' });
  t.equal((await client.listMyEvents({ role: 'organizing' })).meta.total, 1);
  t.match(await client.invitePeople({ id, userIds: [bob.id], emails: ['eve@example.com'] }), {
    sent: 2,
    skipped: 0,
  });
  t.strictSame(await client.answerRsvp({ id, status: 'going' }), { myRsvp: 'going', rsvpCount: 1 });
  await client.updateProfile({ name: 'Ada' });
  const { version } = await client.getEvent({ id });
  const renamed = await client.updateEvent({ id, title: 'Late concert', ifVersion: version });
  t.equal(renamed.title, 'Late concert', 'the change whose response was lost is no conflict');
  const circle = await client.createCircle({ name: 'Band' });
  t.equal((await client.listCircles()).meta.total, 1);
  for (let round = 0; round < 3; round += 1) {
    expireAccessTokens(platform);
    t.equal((await client.getProfile()).name, 'Ada');
  }
  t.equal(await client.deleteCircle({ id: circle.id }), undefined, 'it is gone');
  await client.blockUser({ userId: bob.id });
  await client.unblockUser({ userId: bob.id });
  await platform.world.deliverMails();
  t.equal(platform.world.mailsSent.length, 1);
  t.equal((await client.listSessions()).data.length, 1);
  t.ok(proxy.lost.size >= 15, `${proxy.lost.size} responses lost`);
  t.strictSame(await client.logOut(), { success: true });

  await signIn(platform, visitor);
  t.equal(await client.deleteAccount(), undefined);
  t.equal(await client.isSignedIn(), false);
});

t.test('an uncaught error is printed under its exported name', async (t) => {
  const error = await errorOf(createClient({ baseUrl: 'http://127.0.0.1:1' }).getEvent({ id: '' }));
  t.match(inspect(error), /^EventPlatformError: /);
});

t.test('names what responded instead of the service', async (t) => {
  const page = '<!doctype html><title>Bad gateway</title>';
  const url = await stranger(t, (request, response) => {
    const status =
      { '/moved': 302, '/ok': 200 }[request.url?.slice(0, request.url.indexOf('/v1')) ?? ''] ?? 502;
    response.writeHead(status, { 'content-type': 'text/html', location: '/elsewhere' }).end(page);
  });
  const tokenSet = { accessToken: 'a', refreshToken: 'b', refreshKey: 'c' };
  for (const [path, status] of [
    ['/ok', 200],
    ['/moved', 302],
    ['/bad', 502],
  ] as const) {
    const tokens = memoryStorage<Tokens>();
    tokens.save(tokenSet);
    const client = createClient({ baseUrl: `${url}${path}/`, tokens });
    const calls = [client.getProfile, client.refreshSession, () => client.checkCode({ phone: '', code: '' })];
    for (const call of calls) {
      const error = await errorOf(call());
      t.strictSame([error.code, error.status], ['unexpected_response', status], path);
      t.match(error.message, /base URL/);
      t.notMatch(error.message, /doctype/);
    }
    t.strictSame(tokens.load(), tokenSet, 'the tokens stay');
  }
});

t.test('takes no JSON of others for the response of the service', async (t) => {
  const tokenSet = { accessToken: 'a', refreshToken: 'b', refreshKey: 'c' };
  for (const json of ['null', '"ok"', '{"status":"ok"}', '{"data":{},"accessToken":1,"refreshToken":null}']) {
    const baseUrl = await stranger(t, (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(json);
    });
    const tokens = memoryStorage<Tokens>();
    tokens.save(tokenSet);
    const client = createClient({ baseUrl, tokens });
    const calls = [
      client.refreshSession,
      () => client.checkCode({ phone: '', code: '' }),
      client.listEvents,
      () => client.listEvents.all().next(),
    ];
    for (const call of calls) t.equal((await errorOf(call())).code, 'unexpected_response', json);
    t.strictSame(tokens.load(), tokenSet, 'the tokens stay');
  }
});

t.test(
  'repeats a request as long as Retry-After says, with one key where it creates something',
  async (t) => {
    const keys: (string | undefined)[] = [];
    const bodies = [
      [503, 'unavailable', '0'],
      [409, 'idempotency_in_progress', '0'],
      [429, 'rate_limited', '0'],
    ] as const;
    const url = await stranger(t, (request, response) => {
      keys.push(request.headers['idempotency-key'] as string | undefined);
      const [status, code, after] = bodies[keys.length - 1] ?? [];
      if (status === undefined)
        return response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":"x"}');
      const headers = { 'content-type': 'application/problem+json', 'retry-after': after };
      return response.writeHead(status, headers).end(JSON.stringify({ code, detail: 'Wait.', status }));
    });
    const client = createClient({ baseUrl: url, tokens: memoryStorage() });
    t.match(await client.createCircle({ name: 'Band' }), { id: 'x' });
    t.equal(keys.length, 4);
    t.equal(new Set(keys).size, 1);
    t.match(keys[0], /^"[0-9a-f-]{36}"$/);
    const [unkeyed, keyed] = [
      [undefined, undefined, undefined, undefined],
      ['mine', 'mine', 'mine', 'mine'],
    ];
    for (const [expected, options] of [
      [unkeyed, {}],
      [keyed, { idempotencyKey: 'mine' }],
    ] as const)
      for (const call of [
        () => client.answerRsvp({ id: 'x', status: 'going' }, options),
        () => client.saveEvent({ id: 'x', saved: true }, options),
        () => client.updateProfile({ name: 'Ada' }, options),
        () => client.blockUser({ userId: 'x' }, options),
      ]) {
        keys.length = 0;
        await call();
        t.strictSame(keys, expected);
      }
  },
);

t.test('waits with jitter, within bounds, and only where it may help', async (t) => {
  const settings = { attempts: 4, longestWait: 20 };
  const error = (code: string, retryAfterSeconds?: number | null) =>
    new EventPlatformError(code, { code, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) });
  const pauses = (thrown: unknown, attempt = 1) =>
    [0, 0.5, 0.99].map((random) => pauseAfter(thrown, attempt, settings, random));
  t.strictSame(pauses(error('network_failed'), 2), [400, 800, 1192]);
  t.strictSame(pauses(error('unavailable', 4)), [4000, 4500, 4990]);
  t.strictSame(
    pauses(error('rate_limited', 20)).map((pause) => pause !== null && pause >= 20_000),
    [true, true, true],
  );
  for (const [thrown, attempt] of [
    [error('network_failed'), 4],
    [error('rate_limited', 21), 1],
    [error('unavailable', null), 1],
    [error('unexpected_response', null), 1],
    [error('event_not_found'), 1],
    [new Error('other'), 1],
  ] as const)
    t.strictSame(pauses(thrown, attempt), [null, null, null], String(thrown));
});

t.test('ends a call with its signal, and one that gets no response', async (t) => {
  const url = await stranger(t, () => undefined);
  const client = createClient({
    baseUrl: url,
    tokens: memoryStorage(),
    timeout: 50,
    retries: { attempts: 1 },
  });
  const error = await errorOf(client.listCategories());
  t.equal(error.code, 'network_failed');
  t.match(error.message, /no response within 50 ms/);
  const controller = new AbortController();
  const patient = createClient({ baseUrl: url, tokens: memoryStorage() });
  const call = patient.listCategories({}, { signal: controller.signal });
  controller.abort(new Error('closed'));
  await t.rejects(call, { message: 'closed' });
  await t.rejects(patient.listCategories({}, { signal: AbortSignal.abort(new Error('early')) }), {
    message: 'early',
  });
});

t.test('tells at once what it cannot work with', async (t) => {
  const tokens = memoryStorage<Tokens>();
  for (const baseUrl of ['', 'events.example.com', 'ftp://example.com', 'https://example.com/?a=1'])
    t.match(
      thrownBy(() => createClient({ baseUrl, tokens })),
      { code: 'invalid_settings', message: /baseUrl/ },
    );
  for (const baseUrl of ['https://example.com/events/v1', 'https://example.com/events/v1//'])
    t.match(
      thrownBy(() => createClient({ baseUrl, tokens })),
      { code: 'invalid_settings', message: /give "https:\/\/example.com\/events" .* adds \/v1/ },
    );
  const none = {} as typeof tokens;
  t.match(
    thrownBy(() => createClient({ baseUrl: 'https://example.com', tokens: none })),
    {
      code: 'invalid_settings',
      message: /load and save/,
    },
  );
  const { fetch } = globalThis;
  Reflect.deleteProperty(globalThis, 'fetch');
  t.teardown(() => Object.assign(globalThis, { fetch }));
  t.match(
    thrownBy(() => createClient({ baseUrl: 'https://example.com', tokens })),
    {
      code: 'unsupported_runtime',
      message: /Node 20/,
    },
  );
});
