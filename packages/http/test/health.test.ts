import t from 'tap';
import { isProblem, openTestApp } from '../test-support/test-app.ts';

t.test('the process is alive without its database, and not ready', async (t) => {
  let isThere = true;
  const { call } = await openTestApp(t, {
    app: {
      ready: async () => {
        if (!isThere) throw new Error('ECONNREFUSED 10.0.0.7');
        return undefined;
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

t.test('a database that fails after the timeout changes nothing about the response', async (t) => {
  const { promise, reject } = Promise.withResolvers<undefined>();
  const { call, app, logged } = await openTestApp(t, { app: { ready: () => promise } });
  isProblem(t, await call('GET /health/ready'), 503, 'unavailable');
  reject(new Error('ECONNREFUSED 10.0.0.7'));
  await app.close();
  t.equal(logged.length, 1, 'one line for one request');
});
