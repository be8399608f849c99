import { refuse, refuseInput } from '@event-platform/domain';
import t from 'tap';
import { linksOf } from '../../src/links.ts';
import { refusalOf } from '../../src/problems/handle-error.ts';
import { problemDetails } from '../../src/problems/problem-response.ts';
import { RefusedRequest } from '../../src/problems/refused-request.ts';
import { isProblem, openTestApp, publicUrl } from '../../test-support/test-app.ts';

const links = linksOf(publicUrl, 'EUR');

t.test('a spent budget of the domain is told in the headers', async (t) => {
  const { call } = await openTestApp(t, { domain: { smsDailyBudget: 1 } });
  const start = (phone: string) => call('POST /v1/auth/otp/start', { body: { phone } });
  t.equal((await start('+447700900123')).status, 200);
  const spentResponse = await start('+447700900124');
  isProblem(t, spentResponse, 429, 'rate_limited');
  t.match(spentResponse.headers, {
    'ratelimit-limit': '1',
    'ratelimit-remaining': '0',
    'retry-after': /^[1-9]\d*$/,
  });
  t.equal(spentResponse.headers['ratelimit-reset'], spentResponse.headers['retry-after']);
});

t.test('only a 401 carries a challenge, only a refusal that passes tells when', async (t) => {
  const { call, person } = await openTestApp(t);
  const one = await person();
  for (const response of [
    await call('GET /nothing'),
    await call('POST /v1/auth/otp/check', { body: {} }),
    await call('GET /v1/events/x', { as: one }),
  ]) {
    t.ok(response.status >= 400);
    for (const name of ['www-authenticate', 'retry-after', 'ratelimit-limit'])
      t.notOk(name in response.headers, `${response.status} has no ${name}`);
  }
});

t.test('a problem in detail', async (t) => {
  const faults = Array.from({ length: 21 }, (_, index) => ({ path: `/${index}`, message: 'is wrong' }));
  const { problem } = refuseInput(...faults);
  const details = problemDetails(problem, 'request 1', links);
  t.strictSame(details.errors, faults.slice(0, 20), 'at most 20 faults, the first ones');
  t.match(details, { status: 400, code: 'invalid_request', requestId: 'request 1' });
  t.equal(details.detail, 'detail' in problem ? problem.detail : '');
  const bare = problemDetails({ code: 'username_taken' }, 'request 2', links);
  t.strictSame(bare, {
    type: `${publicUrl}/problems/username_taken`,
    title: 'Username taken',
    status: 409,
    detail: 'Another user already has this username.',
    code: 'username_taken',
    requestId: 'request 2',
  });
});

t.test('what an error means', async (t) => {
  const code = (error: Parameters<typeof refusalOf>[0]) => refusalOf(error)?.code ?? null;
  t.equal(code(refuse('forbidden')), 'forbidden');
  t.equal(code(new RefusedRequest({ code: 'payload_too_large' })), 'payload_too_large');
  const byStatus: [number, string | null][] = [
    [399, null],
    [400, 'invalid_request'],
    [404, 'not_found'],
    [405, 'method_not_allowed'],
    [408, 'request_timeout'],
    [413, 'payload_too_large'],
    [415, 'unsupported_media_type'],
    [418, 'invalid_request'],
    [431, 'headers_too_large'],
    [499, 'invalid_request'],
    [500, null],
    [503, null],
  ];
  for (const [statusCode, meant] of byStatus) t.equal(code({ statusCode }), meant, `status ${statusCode}`);
  t.equal(code({}), null, 'a fault of the software');
  t.match(refusalOf({ statusCode: 400 }), { detail: 'The request is malformed' });
  t.match(refusalOf({ code: 'FST_ERR_BAD_URL', statusCode: 400 }), { detail: /not valid UTF-8/ });
  t.match(refusalOf({ code: 'FST_ERR_CTP_INVALID_CONTENT_LENGTH', statusCode: 400 }), {
    detail: /not as long as its Content-Length/,
  });
  t.equal(code({ code: 'FST_ERR_MAX_PARAM_LENGTH', statusCode: 414 }), 'not_found');
  const validation = [
    { keyword: 'pattern', instancePath: '/a', schemaPath: '', params: {}, message: 'is odd' },
  ];
  t.equal(code({ validation, validationContext: 'params' }), 'not_found');
  t.match(refusalOf({ validation, validationContext: 'body' }), {
    code: 'invalid_request',
    errors: [{ path: '/a', message: 'is odd' }],
  });
});

t.test('a problem is in the language that the caller asks for', async (t) => {
  const { call, person } = await openTestApp(t);
  const ada = await person();
  const headers = { 'accept-language': 'de-AT,de;q=0.9,en;q=0.5' };
  const invalid = await call('PATCH /v1/auth/me', {
    as: ada,
    headers,
    body: { name: 'x'.repeat(101), bio: 7 },
  });
  isProblem(t, invalid, 400, 'invalid_request');
  t.equal(invalid.headers['content-language'], 'de');
  t.match(invalid.body, {
    title: 'Ungültige Anfrage',
    detail: '/name darf höchstens 100 Zeichen haben; /bio muss ein Text sein',
    errors: [
      { path: '/name', message: 'darf höchstens 100 Zeichen haben' },
      { path: '/bio', message: 'muss ein Text sein' },
    ],
  });
  t.match((await call('GET /v1/events/x', { headers })).body, {
    title: 'Veranstaltung nicht gefunden',
    detail: 'Die Veranstaltung gibt es nicht, oder du darfst sie nicht sehen.',
  });
  const keyed = { ...headers, 'idempotency-key': '"one"' };
  const cleared = await call('PATCH /v1/auth/me', { as: ada, headers: keyed, body: { username: 'admin' } });
  t.match(cleared.body, { code: 'username_taken', title: 'Benutzername vergeben' });
  const english = await call('GET /v1/events/x', { headers: { 'accept-language': 'fr' } });
  t.match(english.body, { title: 'Event not found' });
  t.equal(english.headers['content-language'], 'en');
});
