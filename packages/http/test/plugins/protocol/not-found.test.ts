import t from 'tap';
import { isProblem, openTestApp } from '../../../test-support/test-app.ts';

t.test('an unknown path is 404, an unknown method of a known one 405', async (t) => {
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
    'QUERY /v1/events',
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

t.test('browsers get a page where there is none, and programs a problem', async (t) => {
  const { call } = await openTestApp(t);
  const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
  const browse = (target: string) => call(target, { headers: { accept, 'accept-language': 'de' } });
  for (const [target, status, words] of [
    ['GET /nothing', 404, 'Seite nicht gefunden'],
    ['GET /i/token/accept', 405, 'Öffne den Link noch einmal'],
    ['PUT /e/x', 405, 'Öffne den Link noch einmal'],
  ] as const) {
    const page = await browse(target);
    t.equal(page.status, status, target);
    t.equal(page.headers['content-type'], 'text/html; charset=utf-8');
    t.match(page.text, words);
    isProblem(t, await call(target), status, status === 404 ? 'not_found' : 'method_not_allowed', target);
  }
  isProblem(t, await browse('GET /v1/nothing'), 404, 'not_found', 'the API speaks JSON');
});
