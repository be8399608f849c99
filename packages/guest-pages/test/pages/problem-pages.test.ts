import t from 'tap';
import { isProblem } from '../../../http/test-support/test-app.ts';
import { openTestSite } from '../../test-support/test-site.ts';

t.test('every problem code has a page', async (t) => {
  const { call } = await openTestSite(t);
  const page = await call('GET /problems/code_invalid');
  t.equal(page.status, 200);
  t.equal(page.headers['content-type'], 'text/html; charset=utf-8');
  t.match(page.text, 'status 401');
  const listing = await call('GET /problems');
  t.match(listing.text, 'invitation_expired');
  for (const { headers } of [page, listing]) t.equal(headers['cache-control'], 'public, max-age=300');
  isProblem(t, await call('GET /problems/%3Cscript%3E'), 404, 'not_found');
  const nestedApp = await openTestSite(t, { with: { publicUrl: 'https://example.com/events' } });
  t.match((await nestedApp.call('GET /problems')).text, 'href="/events/problems/forbidden"');
});
