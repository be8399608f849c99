import t from 'tap';
import { openTestApp } from '../../../test-support/test-app.ts';

/** Those of every response; helmet's defaults but for the policy. */
const common = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'cross-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
  connection: 'keep-alive',
};
const api = {
  ...common,
  'content-security-policy':
    "default-src 'none';style-src 'self';img-src 'self';base-uri 'none';form-action 'none';frame-ancestors 'none'",
};
const page = {
  ...common,
  'content-security-policy':
    "default-src 'none';style-src 'self';img-src 'self' https:;form-action 'self';base-uri 'none';frame-ancestors 'none'",
  'content-language': 'en',
  'content-type': 'text/html; charset=utf-8',
};
const revalidated = { 'cache-control': 'public, max-age=1, must-revalidate' };
const unstored = { 'cache-control': 'no-store' };

t.test('the headers of a response, made or cached', async (t) => {
  const { call, person, event } = await openTestApp(t);
  const { id } = await event(await person());
  const headersOf = async (target: string, sent: Record<string, string> = {}) => {
    const { headers } = await call(`GET ${target}`, { headers: sent });
    const { date: _date, 'x-request-id': requestId, 'content-length': _length, etag, ...rest } = headers;
    t.type(requestId, 'string', target);
    return { etag, rest };
  };
  const pageOfAll = { ...page, ...revalidated, vary: 'accept-language, authorization, accept-encoding' };
  const list = {
    ...api,
    ...revalidated,
    'content-type': 'application/json; charset=utf-8',
    vary: 'authorization, accept-encoding',
  };
  const cases: readonly (readonly [path: string, expected: object])[] = [
    [`/e/${id}`, pageOfAll],
    ['/v1/events', list],
    [`/v1/events/${id}`, list],
  ];
  for (const [path, expected] of cases) {
    for (const about of ['made', 'made for all', 'cached'])
      t.strictSame((await headersOf(path)).rest, expected, `${path}, ${about}`);
    const { etag } = await headersOf(path);
    const { 'content-type': _type, ...unmodified } = expected as Record<string, unknown>;
    const same = await headersOf(path, { 'if-none-match': String(etag) });
    t.strictSame(same, { etag, rest: unmodified }, `${path}, not modified`);
  }
  const unknown = await headersOf('/e/unknown', { accept: 'text/html' });
  t.strictSame(unknown.rest, { ...page, ...unstored, vary: 'accept-language' });
  const refused = await headersOf('/v1/events/unknown');
  t.strictSame(refused.rest, { ...api, ...unstored, 'content-type': 'application/problem+json' });
});
