import t from 'tap';
import type { LoggedResponse } from '../../../src/plugins/records/response-log.ts';
import { openTestApp } from '../../../test-support/test-app.ts';

t.test('the log names the route of a request, not its parameters or body', async (t) => {
  const { call, logged } = await openTestApp(t);
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
  for (const { time, requestId, durationMs } of lines) {
    t.type(time, 'number');
    t.match(requestId, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    t.type(durationMs, 'number');
  }
});

t.test('a request that its client gave up is logged as 499, with its duration', async (t) => {
  const arrival = Promise.withResolvers<void>();
  const noted = Promise.withResolvers<LoggedResponse>();
  const { app, logged } = await openTestApp(t, {
    app: {
      ready: () => {
        arrival.resolve();
        return new Promise(() => {});
      },
      onResponseLogged: noted.resolve,
    },
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as { port: number };
  const caller = new AbortController();
  const call = fetch(`http://127.0.0.1:${port}/health/ready`, { signal: caller.signal });
  await arrival.promise;
  caller.abort();
  await t.rejects(call);
  t.match(await noted.promise, { method: 'GET', route: '/health/ready', status: 499 });
  t.match(JSON.parse(logged.at(-1) ?? '{}'), { level: 30, status: 499, durationMs: Number });
});

t.test('the line of a request that a dependency failed says why; the response does not', async (t) => {
  const cause = new Error('could not extend file');
  const { call, logged } = await openTestApp(t, {
    app: {
      ready: async () => {
        throw cause;
      },
      outageInWords: (outage) => (outage === cause ? 'the disk is full' : 'another one'),
    },
  });
  const { status, text } = await call('GET /health/ready');
  t.equal(status, 503);
  t.notMatch(text, /disk/);
  t.match(JSON.parse(logged.at(-1) ?? '{}'), {
    status: 503,
    problem: 'unavailable',
    reason: 'the disk is full',
  });
  await call('GET /health/live');
  t.notOk('reason' in JSON.parse(logged.at(-1) ?? '{}'), 'of no other request');
});

t.test('the line of a request that is refused by the service itself says why', async (t) => {
  const { call, logged } = await openTestApp(t, {
    app: { isDraining: () => true, outageInWords: () => 'a fault of a dependency' },
  });
  t.equal((await call('GET /health/ready')).status, 503);
  t.match(JSON.parse(logged.at(-1) ?? '{}'), { status: 503, reason: 'the service is stopping' });
});
