import type { Test } from 'tap';
import type { TestApp } from './test-app.ts';

/** Those of every response; helmet's defaults but for the policy. */
export const commonHeaders = {
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

/** The headers of a response to a GET that do not differ each time, and its entity tag. */
export const headersOf = async (
  t: Test,
  { call }: Pick<TestApp, 'call'>,
  path: string,
  requestHeaders: Record<string, string> = {},
) => {
  const { headers } = await call(`GET ${path}`, { headers: requestHeaders });
  const { date: _date, 'x-request-id': requestId, 'content-length': _length, etag, ...rest } = headers;
  t.type(requestId, 'string', path);
  return { etag, rest };
};

/** Fails unless a response has these headers, made or cached. */
export const keepsHeaders = async (
  t: Test,
  app: Pick<TestApp, 'call'>,
  path: string,
  expected: Readonly<Record<string, unknown>>,
): Promise<void> => {
  for (const about of ['made', 'made for all', 'cached'])
    t.strictSame((await headersOf(t, app, path)).rest, expected, `${path}, ${about}`);
  const { etag } = await headersOf(t, app, path);
  const { 'content-type': _type, ...unmodified } = expected;
  const same = await headersOf(t, app, path, { 'if-none-match': String(etag) });
  t.strictSame(same, { etag, rest: unmodified }, `${path}, not modified`);
};

export const revalidated = { 'cache-control': 'public, max-age=1, must-revalidate' };
export const unstored = { 'cache-control': 'no-store' };
