import t from 'tap';
import {
  commonHeaders,
  headersOf,
  keepsHeaders,
  revalidated,
  unstored,
} from '../../../test-support/response-headers.ts';
import { openTestApp } from '../../../test-support/test-app.ts';

const api = {
  ...commonHeaders,
  'content-security-policy':
    "default-src 'none';style-src 'self';img-src 'self';base-uri 'none';form-action 'none';frame-ancestors 'none'",
};

t.test('the headers of a response, made or cached', async (t) => {
  const app = await openTestApp(t);
  const { id } = await app.event(await app.person());
  const list = {
    ...api,
    ...revalidated,
    'content-type': 'application/json; charset=utf-8',
    vary: 'authorization, accept-encoding',
  };
  for (const path of ['/v1/events', `/v1/events/${id}`]) await keepsHeaders(t, app, path, list);
  const refused = await headersOf(t, app, '/v1/events/unknown');
  t.strictSame(refused.rest, {
    ...api,
    ...unstored,
    'content-language': 'en',
    'content-type': 'application/problem+json',
  });
});
