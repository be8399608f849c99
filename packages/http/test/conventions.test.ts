import { connect } from 'node:net';
import { createMemoryWorld } from '@event-platform/domain/memory';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import fastifyUnderPressure from '@fastify/under-pressure';
import fastify from 'fastify';
import t from 'tap';
import type { App } from '../src/index.ts';
import { linksOf } from '../src/links.ts';
import { health } from '../src/pages/health.ts';
import { loadShedding, overload } from '../src/plugins/overload-protection.ts';
import { type LoggedResponse, responseLog } from '../src/plugins/response-log.ts';
import { errorHandler } from '../src/problems/handle-error.ts';
import { isProblem, openTestApp, publicUrl, uuidv7 } from '../test-support/test-app.ts';

t.test('unknown paths and unknown methods', async (t) => {
  const { call } = await openTestApp(t);
  for (const path of ['/v1', '/v1/', '/v1/nothing', '/nothing', '/v2/events', '/v1/events//'])
    isProblem(t, await call(`GET ${path}`), 404, 'not_found', path);
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])
    isProblem(t, await call(`${method} /nothing`), 404, 'not_found', method);
  const put = await call('PUT /v1/events');
  isProblem(t, put, 405, 'method_not_allowed');
  t.equal(put.headers.allow, 'GET, HEAD, POST');
  for (const target of [
    'DELETE /v1/auth/otp/start',
    'PROPFIND /v1/events',
    'OPTIONS /v1/auth/me',
    'TRACE /v1/events',
    'PUT /v1/events/x',
    'POST /health/live',
  ])
    isProblem(t, await call(target), 405, 'method_not_allowed', target);
  isProblem(
    t,
    await call('POST /nothing', { raw: '{', headers: { 'content-type': 'application/json' } }),
    404,
    'not_found',
    'a broken body to an unknown path',
  );
  isProblem(
    t,
    await call('POST /nothing', { raw: 'a=b', headers: { 'content-type': 'text/plain' } }),
    404,
    'not_found',
    'a body of another media type to an unknown path',
  );
  t.equal((await call('HEAD /v1/events')).status, 200);
  t.equal((await call('HEAD /v1/events')).text, '');
});

t.test('paths that are no text', async (t) => {
  const { call } = await openTestApp(t);
  for (const path of ['/v1/events/%ff', '/v1/events/%', '/%C3%28', '/v1/event-invites/%80'])
    isProblem(t, await call(`GET ${path}`), 400, 'invalid_request', path);
  isProblem(t, await call(`GET /v1/events/${'x'.repeat(3_000)}`), 404, 'event_not_found', 'endless segments');
});

t.test('bodies', async (t) => {
  const { call } = await openTestApp(t);
  const check = (raw: string | Buffer, type = 'application/json') =>
    call('POST /v1/auth/otp/check', { raw, headers: { 'content-type': type } });
  const good = '{"phone":"+447700900123","code":"1234"}';
  isProblem(t, await check(good), 401, 'code_invalid', 'the sound one');
  const broken: Record<string, string | Buffer> = {
    'half of it': good.slice(0, -3),
    'something behind it': `${good}x`,
    'single quotes': "{'phone':'x'}",
    'a lone value': 'true',
    null: 'null',
    'a list': '[]',
    'a text': '"x"',
    'a number': '1',
    'NUL in a field': '{"phone":"+447700900123\\u0000","code":"1234"}',
    'NUL in an unknown field': '{"phone":"+447700900123","code":"1234","x":{"y":["\\u0000"]}}',
    'half a surrogate pair': '{"phone":"+447700900123","code":"1234","x":"\\uD83C"}',
    'the other half': '{"phone":"\\udfb5","code":"1234"}',
    'a raw NUL': '{"phone":"\u0000","code":"1234"}',
    'invalid UTF-8': Buffer.from([...Buffer.from('{"phone":"'), 0xff, ...Buffer.from('","code":"1234"}')]),
    'half a character': Buffer.from([...Buffer.from('{"phone":"'), 0xc3, ...Buffer.from('","code":"1234"}')]),
    'UTF-16': Buffer.from(good, 'utf16le'),
    'very deep': '['.repeat(30_000),
    'very deep and whole': `${'['.repeat(30_000)}${']'.repeat(30_000)}`,
    nothing: '',
  };
  for (const [about, raw] of Object.entries(broken))
    isProblem(t, await check(raw), 400, 'invalid_request', about);
  const odd = await check(`{"a/b~c\\ud800":{"${'k'.repeat(500)}":"\\u0000"}}`);
  t.equal(
    odd.body.errors[0].path,
    `/a~1b~0c\ufffd/${'k'.repeat(100)}`,
    'a pointer (RFC 6901) of bounded length',
  );
  isProblem(
    t,
    await check('{"phone":"\\\\u0000","code":"1234"}'),
    401,
    'code_invalid',
    'an escaped backslash is no NUL',
  );
  isProblem(
    t,
    await check(`{"phone":"+447700900123","code":"1234","deep":${'['.repeat(25_000)}${']'.repeat(25_000)}}`),
    401,
    'code_invalid',
    'depth in an unknown field',
  );
  isProblem(
    t,
    await check('{"phone":"\\ud83c\\udfb5","code":"1234"}'),
    401,
    'code_invalid',
    'a whole pair is a character',
  );
  for (const key of ['__proto__', 'constructor'])
    isProblem(
      t,
      await check(`{"${key}":{"phone":"+447700900123","code":"1234"}}`),
      400,
      'invalid_request',
      key,
    );
  t.equal(({} as { code?: string }).code, undefined, 'no prototype was touched');

  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/jsonp',
    'nonsense',
  ])
    isProblem(t, await check(good, type), 415, 'unsupported_media_type', type);
  const untyped = await call('POST /v1/auth/otp/check', {
    raw: Buffer.from(good),
    headers: { 'content-type': '' },
  });
  isProblem(t, untyped, 415, 'unsupported_media_type', 'no type');
  isProblem(
    t,
    await check(good, 'Application/JSON; Charset=UTF-8'),
    401,
    'code_invalid',
    'types have no case',
  );

  const heavy = JSON.stringify({ phone: '+447700900123', code: '1234', ballast: 'x'.repeat(65_536) });
  isProblem(t, await check(heavy), 413, 'payload_too_large');
  isProblem(t, await check('x'.repeat(70_000), 'text/plain'), 413, 'payload_too_large');
});

t.test('every answer has its headers', async (t) => {
  const { call } = await openTestApp(t);
  const answer = await call('GET /v1/auth/me');
  t.match(answer.headers, {
    'x-request-id': uuidv7,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-security-policy': /default-src 'none'/,
    'strict-transport-security': /max-age=\d+/,
  });
  t.notOk('access-control-allow-origin' in answer.headers, 'no origin is allowed by default');
  const given = { 'x-request-id': 'abc-12345678' };
  t.equal((await call('GET /v1/events', { headers: given })).headers['x-request-id'], 'abc-12345678');
  t.equal((await call('GET /nothing', { headers: given })).body.requestId, 'abc-12345678');
  for (const odd of ['x', 'a b c d e f g h', 'x'.repeat(65), '<script>alert(1)</script>', 'ü'.repeat(10)])
    t.match(
      (await call('GET /v1/events', { headers: { 'x-request-id': odd } })).headers['x-request-id'],
      uuidv7,
    );

  const plain = await openTestApp(t, { with: { publicUrl: 'http://localhost:3000' } });
  t.notOk('strict-transport-security' in (await plain.call('GET /')).headers, 'not without TLS');
});

t.test('other origins', async (t) => {
  const origin = 'https://app.example.com';
  const { call } = await openTestApp(t, { with: { corsOrigins: [origin] } });
  const preflight = (from: string) =>
    call('OPTIONS /v1/events', {
      headers: {
        origin: from,
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'authorization',
      },
    });
  const allowed = await preflight(origin);
  t.equal(allowed.status, 204);
  t.match(allowed.headers, {
    'access-control-allow-origin': origin,
    'access-control-allow-methods': /PATCH/,
    'access-control-allow-headers': /Authorization/,
  });
  t.notOk('access-control-allow-origin' in (await preflight('https://evil.example')).headers);
  const actual = await call('GET /v1/auth/me', { headers: { origin } });
  isProblem(t, actual, 401, 'unauthenticated');
  t.equal(actual.headers['access-control-allow-origin'], origin, 'pages may read errors too');
  for (const name of ['Retry-After', 'RateLimit-Remaining', 'X-Request-Id'])
    t.match(actual.headers['access-control-expose-headers'], name);
  t.match(actual.headers.vary, /origin/i);
  t.notOk('access-control-allow-credentials' in actual.headers);
  const open = await openTestApp(t, { with: { corsOrigins: ['*'] } });
  t.equal(
    (await open.call('GET /v1/events', { headers: { origin } })).headers['access-control-allow-origin'],
    '*',
  );
});

t.test('health', async (t) => {
  let isThere = true;
  const { call } = await openTestApp(t, {
    app: {
      ready: async () => {
        if (!isThere) throw new Error('ECONNREFUSED 10.0.0.7');
      },
    },
  });
  t.strictSame((await call('GET /health/live')).body, { status: 'ok' });
  t.strictSame((await call('GET /health/ready')).body, { status: 'ok' });
  isThere = false;
  t.equal((await call('GET /health/live')).status, 200);
  const away = await call('GET /health/ready');
  isProblem(t, away, 503, 'unavailable');
  t.match(away.headers['retry-after'], /^\d+$/);
  t.notMatch(away.text, '10.0.0.7');
});

t.test('the service tells about itself, its pictures and its problems', async (t) => {
  const { call } = await openTestApp(t);
  for (const accept of [
    '',
    '*/*',
    'application/json',
    'application/json, text/plain, */*',
    'text/html;q=0.5, application/json',
  ]) {
    const { body, headers: given } = await call('GET /', { headers: { accept } });
    t.match(body, { name: 'Lantern', documentation: `${publicUrl}/docs/`, currency: 'EUR' }, accept);
    t.match(given.vary, /accept/);
  }
  for (const accept of ['text/html', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8']) {
    const { text, headers } = await call('GET /', { headers: { accept } });
    t.equal(headers['content-type'], 'text/html; charset=utf-8', accept);
    const paths = [...text.matchAll(/href="([^"]+)"/g)].map(([, path = '']) => path);
    t.ok(paths.includes('/problems') && paths.includes('/openapi.json'));
    // The reference takes its time; `openapi.test.ts` asks for it.
    for (const path of paths.filter((each) => each !== '/docs/'))
      t.equal((await call(`GET ${path}`)).status, 200, path);
    t.ok(paths.includes('/docs/'));
  }
  const icon = await call('GET /favicon.ico');
  t.match(icon.headers, { 'content-type': 'image/x-icon', 'cache-control': 'public, max-age=86400' });
  for (const picture of ['avatar', 'cover']) {
    const answer = await call(`GET /assets/${picture}.svg`);
    t.equal(answer.status, 200);
    t.equal(answer.headers['content-type'], 'image/svg+xml');
    t.equal(answer.headers['cache-control'], 'public, max-age=86400');
    t.equal(
      answer.headers['cross-origin-resource-policy'],
      'cross-origin',
      'apps of other origins show them',
    );
    t.match(answer.text, /^<svg[\s\S]*<\/svg>\n$/);
  }
  const page = await call('GET /problems/code_invalid');
  t.equal(page.status, 200);
  t.equal(page.headers['content-type'], 'text/html; charset=utf-8');
  t.match(page.text, 'status 401');
  t.match((await call('GET /problems')).text, 'invitation_expired');
  isProblem(t, await call('GET /problems/%3Cscript%3E'), 404, 'not_found');
  const nested = await openTestApp(t, { with: { publicUrl: 'https://example.com/events' } });
  t.match((await nested.call('GET /problems')).text, 'href="/events/problems/forbidden"');
});

t.test('an unexpected error reveals nothing, in the response or the log', async (t) => {
  const secret = 'duplicate key (phone)=(+447700900123) of table users';
  const { call, world, logged } = await openTestApp(t);
  const broken = await openTestApp(t, {
    app: {
      domain: {
        ...world.domain,
        listCategories: () =>
          Promise.reject(Object.assign(new TypeError(secret), { code: '23505', cause: new Error(secret) })),
      },
    },
  });
  const answer = await broken.call('GET /v1/categories');
  isProblem(t, answer, 500, 'internal_error');
  t.notMatch(answer.text, /duplicate|users|TypeError/);
  const log = broken.logged.join('');
  t.notMatch(log, /duplicate|447700900123/);
  const error = broken.logged.map((line) => JSON.parse(line)).find(({ level }) => level === 50);
  t.match(error, {
    msg: 'unexpected error',
    requestId: answer.body.requestId,
    error: {
      name: 'TypeError',
      code: '23505',
      frames: [/^at .*conventions\.test/],
      cause: { name: 'Error' },
    },
  });

  const last = JSON.parse(broken.logged.at(-1) ?? '{}');
  t.match(last, { level: 40, msg: 'request', status: 500, problem: 'internal_error', durationMs: Number });

  await call('GET /v1/event-invites/very-secret-token?x=leaky');
  await call('POST /v1/auth/otp/start', {
    body: { phone: '+447700900123' },
    headers: { authorization: 'Bearer abc' },
  });
  const lines = logged.map((line) => JSON.parse(line));
  t.strictSame(
    lines.map(({ time, requestId, durationMs, ...line }) => line),
    [
      {
        level: 30,
        method: 'GET',
        route: '/v1/event-invites/:token',
        status: 404,
        problem: 'invitation_not_found',
        msg: 'request',
      },
      { level: 30, method: 'POST', route: '/v1/auth/otp/start', status: 200, msg: 'request' },
    ],
  );
  t.notMatch(logged.join(''), /secret|leaky|4477|abc|127\.0/);
});

t.test('over a socket', async (t) => {
  const { app } = await openTestApp(t);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as { port: number };
  const say = (bytes: string | Buffer) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
      let heard = '';
      socket.setEncoding('utf8').on('data', (text) => {
        heard += text;
      });
      socket.on('close', () => resolve(heard)).on('error', reject);
    });
  const head = (line: string, more = '') => `${line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${more}\r\n`;

  const garbage = await say('hello\r\n\r\n');
  t.match(garbage, /^HTTP\/1\.1 400 /);
  t.match(garbage, 'Content-Type: application/problem+json');
  t.match(JSON.parse(garbage.split('\r\n\r\n')[1] ?? ''), { code: 'invalid_request', status: 400 });
  const bloated = await say(head('GET /v1/events', `X-Big: ${'x'.repeat(20_000)}\r\n`));
  t.match(bloated, /^HTTP\/1\.1 431 /);
  t.match(bloated, '"code":"headers_too_large"');
  t.match(await say(head('FETCH /v1/events')), /^HTTP\/1\.1 400 /, 'a method that HTTP does not have');
  t.match(
    await say(head('GET /v1/events', 'Host: y\r\nContent-Length: 1\r\nContent-Length: 2\r\n')),
    /^HTTP\/1\.1 400 /,
  );

  const latin = Buffer.from(
    'GET /v1/events?q=caf\xe9 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    'latin1',
  );
  t.match(await say(latin), /^HTTP\/1\.1 400 /, 'raw bytes in a URL');

  const chunked = await say(
    `${head('POST /v1/auth/otp/check', 'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n')}11170\r\n${' '.repeat(0x11170)}\r\n0\r\n\r\n`,
  );
  t.match(chunked, /^HTTP\/1\.1 413 /, 'the limit holds without a Content-Length');
});

t.test('a caller who does not wait is noted with how long they did', async (t) => {
  const asked = Promise.withResolvers<void>();
  const noted = Promise.withResolvers<LoggedResponse>();
  const { app, logged } = await openTestApp(t, {
    app: {
      ready: () => {
        asked.resolve();
        return new Promise(() => {});
      },
      onResponseLogged: noted.resolve,
    },
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as { port: number };
  const caller = new AbortController();
  const call = fetch(`http://127.0.0.1:${port}/health/ready`, { signal: caller.signal });
  await asked.promise;
  caller.abort();
  await t.rejects(call);
  t.match(await noted.promise, { method: 'GET', route: '/health/ready', status: 499 });
  t.match(JSON.parse(logged.at(-1) ?? '{}'), { level: 30, status: 499, durationMs: Number });
});

t.test('a full house turns away at once, and lets in again', async (t) => {
  let open = (): void => undefined;
  let isClosed = true;
  const closed = new Promise<void>((resolve) => {
    open = resolve;
  });
  const world = createMemoryWorld();
  const entered: unknown[] = [];
  const { call } = await openTestApp(t, {
    with: { maxConcurrentRequests: 2 },
    app: {
      domain: {
        ...world.domain,
        listCategories: async () => {
          entered.push(0);
          if (isClosed) await closed;
          return [];
        },
      },
    },
  });
  const inside = [call('GET /v1/categories'), call('GET /v1/categories')];
  while (entered.length < 2) await new Promise(setImmediate);
  const away = await call('GET /v1/categories');
  isProblem(t, away, 503, 'unavailable');
  t.equal(away.headers['retry-after'], '10');
  isProblem(t, await call('GET /nowhere'), 503, 'unavailable');
  t.equal((await call('GET /health/live')).status, 200);
  t.equal((await call('GET /health/ready')).status, 200);
  isClosed = false;
  open();
  for (const { status } of await Promise.all(inside)) t.equal(status, 200);
  for (let again = 0; again < 5; again += 1) t.equal((await call('GET /v1/categories')).status, 200);
});

t.test('a service that drains serves on, unready, and asks clients to part', async (t) => {
  let isDraining = false;
  const { call } = await openTestApp(t, { app: { isDraining: () => isDraining } });
  t.equal((await call('GET /v1/categories')).headers.connection, 'keep-alive');
  isDraining = true;
  isProblem(t, await call('GET /health/ready'), 503, 'unavailable');
  t.equal((await call('GET /health/live')).status, 200);
  const answer = await call('GET /v1/categories');
  t.equal(answer.status, 200);
  t.equal(answer.headers.connection, 'close');
});

t.test('closing waits for answers, and not for clients that hold on', async (t) => {
  const world = createMemoryWorld();
  let answer = (): void => undefined;
  let entered = (): void => undefined;
  const inside = new Promise<void>((resolve) => {
    entered = resolve;
  });
  const { app } = await openTestApp(t, {
    app: {
      domain: {
        ...world.domain,
        listCategories: () =>
          new Promise((resolve) => {
            entered();
            answer = () => resolve([]);
          }),
      },
    },
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as { port: number };
  const holdOn = async (bytes: string) => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    await new Promise<void>((resolve) => socket.once('connect', resolve));
    socket.write(bytes);
    return ended;
  };
  const held = await Promise.all(
    [holdOn(''), holdOn('POST /v1/events HTTP/1.1\r\nHost: x\r\nContent-Le')].map(async (ended) => ({
      ended,
    })),
  );
  const asked = fetch(`http://127.0.0.1:${port}/v1/categories`);
  await inside;
  const closing = app.close();
  while (app.server.listening) await new Promise(setImmediate);
  answer();
  const answered = await asked;
  t.equal(answered.status, 200);
  t.equal(answered.headers.get('connection'), 'close');
  await closing;
  t.pass('it is closed');
  await Promise.all(held.map(({ ended }) => ended));
});

t.test('overload is turned away, health is not', async (t) => {
  const app: App = fastify().withTypeProvider<TypeBoxTypeProvider>();
  t.teardown(() => app.close());
  app.setErrorHandler(errorHandler(linksOf(publicUrl)));
  await app.register(fastifyUnderPressure, { ...loadShedding, maxEventLoopDelay: 20, sampleInterval: 50 });
  const responses: LoggedResponse[] = [];
  await app.register(responseLog, { onResponseLogged: (response) => void responses.push(response) });
  await app.register(health, { ready: async () => undefined, isDraining: () => false });
  app.get('/', async () => 'here');
  t.equal((await app.inject('/')).statusCode, 200);
  const until = performance.now() + 300;
  while (performance.now() < until);
  // The sample that is due comes first.
  await new Promise((resolve) => setTimeout(resolve, 1));
  const answer = await app.inject('/');
  t.equal(answer.statusCode, 503);
  t.equal(answer.json().code, 'unavailable');
  t.equal(answer.headers['retry-after'], '10');
  t.strictSame(
    responses.map(({ refusal }) => refusal),
    [null, overload],
  );
  t.equal(responses[1]?.refusal, overload, 'the metrics recognise a shed request');
  t.equal((await app.inject('/health/live')).statusCode, 200);
});
