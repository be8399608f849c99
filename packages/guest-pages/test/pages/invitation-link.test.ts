import t from 'tap';
import { openTestSite } from '../../test-support/test-site.ts';

t.test('the page behind an invitation link', async (t) => {
  const { call, person, event } = await openTestSite(t);
  const organizer = await person();
  await call('PATCH /v1/auth/me', { as: organizer, body: { name: '"><img src=x onerror=alert(1)>' } });
  const { id } = await event(organizer, {
    title: `<script>alert('x')</script> & "more"`,
    location: { address: '</dd><svg/onload=alert(2)>', lat: 0, lng: 0 },
  });
  const { body } = await call(`POST /v1/events/${id}/invites`, {
    as: organizer,
    body: { emails: ['a@example.com'] },
  });
  const path = new URL(body.inviteLink).pathname;
  const { status, headers, text } = await call(`GET ${path}`);
  t.equal(status, 200);
  t.equal(headers['content-type'], 'text/html; charset=utf-8');
  t.equal(headers['cache-control'], 'no-store');
  t.match(headers['x-robots-tag'], /noindex/);
  t.equal(headers['referrer-policy'], 'no-referrer', 'the token goes nowhere');
  t.match(headers['content-security-policy'], /default-src 'none'/);
  t.notMatch(headers['content-security-policy'], /unsafe/);
  t.match(text, 'Tuesday, 2 June 2026, 12:00–14:00 UTC');
  t.match(text, '&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt; &amp; &quot;more&quot;');
  t.match(text, '&quot;&gt;&lt;img src=x onerror=alert(1)&gt;');
  for (const tag of ['<script', /<img (?!src="\/assets\/covers\/)/, '<svg']) t.notMatch(text, tag);
  t.match(text, path.slice('/i/'.length));

  for (const deadPath of ['/i/unknown', '/i/%00', `/i/${'x'.repeat(300)}`]) {
    const response = await call(`GET ${deadPath}`);
    t.equal(response.status, 404, deadPath.slice(0, 20));
    t.equal(response.headers['content-type'], 'text/html; charset=utf-8');
    t.equal(response.headers['cache-control'], 'no-store');
    t.match(response.text, 'Invitation not found');
  }
  await call(`POST /v1/events/${id}/invite-link/rotate`, { as: organizer });
  t.match((await call(`GET ${path}`)).text, 'Invitation expired');

  const called = await event(organizer, { title: 'Lanterns' });
  const inviteResponse = await call(`POST /v1/events/${called.id}/invites`, {
    as: organizer,
    body: { emails: ['a@example.com'] },
  });
  await call(`POST /v1/events/${called.id}/cancel`, { as: organizer });
  const cancelResponse = await call(`GET ${new URL(inviteResponse.body.inviteLink).pathname}`);
  t.equal(cancelResponse.status, 404);
  t.match(cancelResponse.text, 'This event was cancelled');
  t.match(cancelResponse.text, 'Lanterns');
  t.notMatch(cancelResponse.text, '<form', 'nothing to accept');
});
