import t from 'tap';
import {
  commonHeaders,
  headersOf,
  keepsHeaders,
  revalidated,
  unstored,
} from '../../../http/test-support/response-headers.ts';
import { openTestSite } from '../../test-support/test-site.ts';

const page = {
  ...commonHeaders,
  'content-security-policy':
    "default-src 'none';style-src 'self';img-src 'self';manifest-src 'self';form-action 'self';base-uri 'none';frame-ancestors 'none'",
  'content-language': 'en',
  'content-type': 'text/html; charset=utf-8',
};

t.test('the headers of a page, made or cached', async (t) => {
  const app = await openTestSite(t);
  const { id } = await app.event(await app.person());
  await keepsHeaders(t, app, `/e/${id}`, {
    ...page,
    'content-security-policy': `${page['content-security-policy']};script-src 'self'`,
    ...revalidated,
    vary: 'accept-language, cookie, authorization, accept-encoding',
  });
  const unknown = await headersOf(t, app, '/e/unknown', { accept: 'text/html' });
  t.strictSame(unknown.rest, { ...page, ...unstored, vary: 'accept-language' });
});
