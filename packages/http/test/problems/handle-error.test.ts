import t from 'tap';
import { isProblem, openTestApp } from '../../test-support/test-app.ts';

t.test('an unexpected error reveals nothing, in the response or the log', async (t) => {
  const secret = 'duplicate key (phone)=(+447700900123) of table users';
  const { world } = await openTestApp(t);
  const brokenApp = await openTestApp(t, {
    app: {
      domain: {
        ...world.domain,
        listCategories: () =>
          Promise.reject(Object.assign(new TypeError(secret), { code: '23505', cause: new Error(secret) })),
      },
    },
  });
  const response = await brokenApp.call('GET /v1/categories');
  isProblem(t, response, 500, 'internal_error');
  t.notMatch(response.text, /duplicate|users|TypeError/);
  const log = brokenApp.logged.join('');
  t.notMatch(log, /duplicate|447700900123/);
  const error = brokenApp.logged.map((line) => JSON.parse(line)).find(({ level }) => level === 50);
  t.match(error, {
    msg: 'unexpected error',
    requestId: response.body.requestId,
    error: {
      name: 'TypeError',
      code: '23505',
      frames: [/^at .*handle-error\.test/],
      cause: { name: 'Error' },
    },
  });

  const last = JSON.parse(brokenApp.logged.at(-1) ?? '{}');
  t.match(last, { level: 40, msg: 'request', status: 500, problem: 'internal_error', durationMs: Number });
});
