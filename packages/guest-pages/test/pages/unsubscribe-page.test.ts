import t, { type Test } from 'tap';
import { openTestSite } from '../../test-support/test-site.ts';

/** An application that has sent a mail, and the path of the link in it that stops all mail. */
const openScene = async (t: Test) => {
  const app = await openTestSite(t, { with: { publicUrl: 'https://events.example.com/app' } });
  const { call, person, event, world } = app;
  const organizer = await person();
  const { id } = await event(organizer);
  const invite = (email: string) =>
    call(`POST /v1/events/${id}/invites`, { as: organizer, body: { emails: [email] } });
  await invite('ada@mail.example');
  await world.deliverMails();
  const path = `/u/${world.mailsSent[0]?.unsubscribeToken}`;
  return { ...app, invite, path };
};

t.test('one click stops all mail, without sign-in, cookie or redirect', async (t) => {
  const { call, invite, path, world } = await openScene(t);
  const oneClick = {
    raw: 'List-Unsubscribe=One-Click',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://mail.example' },
  };
  for (const times of [1, 2]) {
    const { status, headers, text } = await call(`POST ${path}`, oneClick);
    t.equal(status, 200, `${times}`);
    t.equal(headers['set-cookie'], undefined);
    t.equal(headers['cache-control'], 'no-store');
    t.match(text, 'You get no more mail');
    t.notMatch(text, /mail\.example/);
  }
  t.match((await invite('ada+other@mail.example')).body, { sent: 0, skipped: 1 });
  t.match((await invite('bob@mail.example')).body, { sent: 1, skipped: 0 });
  t.equal(world.tables.suppressions.rows().length, 1);
});

t.test('the body of the click may have any type, or be missing', async (t) => {
  const multipart = {
    raw: '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  };
  for (const request of [
    multipart,
    {},
    { body: {} },
    { raw: 'x', headers: { 'content-type': 'text/plain' } },
  ]) {
    const { call, path, world } = await openScene(t);
    t.equal((await call(`POST ${path}`, request)).status, 200, JSON.stringify(request).slice(0, 30));
    t.equal(world.tables.suppressions.rows().length, 1);
  }
  const { call, path } = await openScene(t);
  const headers = { 'content-type': 'text/plain' };
  t.equal((await call(`POST ${path}`, { raw: 'x'.repeat(2_000), headers })).status, 413);
});

t.test('opening the link shows one button and writes nothing', async (t) => {
  const { call, path, world } = await openScene(t);
  for (const method of ['GET', 'HEAD']) {
    const { status, headers } = await call(`${method} ${path}`);
    t.equal(status, 200);
    t.equal(headers['cache-control'], 'no-store');
    t.equal(headers['referrer-policy'], 'no-referrer');
    t.match(headers['content-security-policy'], /default-src 'none'.*form-action 'self'/);
    t.equal(headers['content-language'], 'en');
  }
  const { text } = await call(`GET ${path}`);
  t.equal(text.match(/<button/g)?.length, 1);
  t.match(text, `method="post" action="/app${path}"`);
  t.match(text, '<meta name="robots" content="noindex');
  const german = await call(`GET ${path}`, { headers: { 'accept-language': 'de-AT,en;q=0.5' } });
  t.match(german.text, 'Keine Mails mehr');
  t.equal(world.tables.suppressions.rows().length, 0);
});

t.test('an unknown link is a page that says so', async (t) => {
  const { call, path, world } = await openScene(t);
  for (const wrong of [`${path}x`, '/u/x', '/u/%00', '/u/%22%3E%3Cscript%3E', `/u/${'x'.repeat(300)}`])
    for (const method of ['GET', 'POST']) {
      const { status, headers, text } = await call(`${method} ${wrong}`);
      t.equal(status, 404, `${method} ${wrong.slice(0, 30)}`);
      t.equal(headers['content-type'], 'text/html; charset=utf-8');
      t.match(text, 'Page not found');
      t.notMatch(text, '<script');
    }
  t.equal(world.tables.suppressions.rows().length, 0);
});
