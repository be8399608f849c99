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
