import t from 'tap';
import { openTestApp } from '../../../test-support/test-app.ts';

t.test('an e-mail address is asked for, proven by its code and removed', async (t) => {
  const { call, person, world } = await openTestApp(t);
  const [ada, bob] = [await person(), await person()];
  const profile = async (as = ada) => (await call('GET /v1/auth/me', { as })).body;
  t.equal((await profile()).email, null);
  for (const email of ['ada', '', 'a b@c.de'])
    t.match(await call('POST /v1/me/email', { as: ada, body: { email } }), {
      ...{ status: 400, body: { code: 'invalid_request', errors: [{ path: '/email' }] } },
    });
  const asked = await call('POST /v1/me/email', { as: ada, body: { email: 'Ada@Mail.example' } });
  t.equal(asked.status, 202);
  t.strictSame(asked.body, {
    email: 'ada@mail.example',
    expiresAt: new Date(world.clock.now().getTime() + 15 * 60_000).toISOString(),
  });
  await world.performJobs();
  const { code = '' } = world.emailCodesSent.at(-1) ?? {};
  const check = (text: string, as = ada) => call('POST /v1/me/email/check', { as, body: { code: text } });
  for (const none of ['12345', 'abcdef', '']) t.equal((await check(none)).status, 400, none);
  const wrong = await check(String((Number(code) + 1) % 1_000_000).padStart(6, '0'));
  const nothing = await check(code, bob);
  t.strictSame([wrong.status, wrong.body.code], [401, 'code_invalid']);
  for (const { body } of [wrong, nothing])
    t.strictSame({ ...body, requestId: '' }, { ...wrong.body, requestId: '' }, 'one body');
  t.match(await check(code), { status: 200, body: { id: ada.id, email: 'ada@mail.example' } });
  t.equal((await check(code)).status, 401, 'used');
  t.equal((await profile()).email, 'ada@mail.example');
  t.notMatch((await call(`GET /v1/users/${(await profile()).username}`)).body, { email: String });
  for (const _ of [1, 2]) t.equal((await call('DELETE /v1/me/email', { as: ada })).status, 204);
  t.equal((await profile()).email, null);
});

t.test('notices have a title and a body in the language of the caller', async (t) => {
  const { call, person, event, world } = await openTestApp(t);
  const [host, guest] = [await person(), await person()];
  const { id } = await event(host, { title: 'Jazz' });
  await call(`POST /v1/events/${id}/rsvp`, { as: guest, body: { status: 'going' } });
  await world.performJobs();
  const [notice] = (await call('GET /v1/me/notices', { as: host })).body.data;
  t.match(notice, {
    ...{ kind: 'event_activity', title: 'What is new: Jazz', body: '1 going', event: { id } },
    changes: { going: 1, interested: 0, people: [{ id: guest.id, name: String, avatar: /^http/ }] },
  });
  t.equal(notice.changes.people[0].avatarPicture, null, 'as wherever an avatar stands');
  const german = await call('GET /v1/me/notices', { as: host, headers: { 'accept-language': 'de-AT' } });
  t.match(german.body.data, [{ title: 'Neues zu: Jazz', body: '1 Zusage' }]);
  t.equal(german.headers['content-language'], 'de');
  for (const header of ['fr', 'x'.repeat(600), ''])
    t.match(
      (await call('GET /v1/me/notices', { as: host, headers: { 'accept-language': header } })).body.data[0],
      { title: 'What is new: Jazz' },
    );
  await call('PUT /v1/me/notice-settings', {
    ...{ as: host, body: { email: true, reminders: [], activity: 'off' } },
  });
  t.equal((await call('GET /v1/me/notice-settings', { as: host })).body.activity, 'off');
});
