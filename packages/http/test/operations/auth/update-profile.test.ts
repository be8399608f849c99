import t from 'tap';
import { isProblem, openTestApp, publicUrl } from '../../../test-support/test-app.ts';

t.test('the profile and its end', async (t) => {
  const { call, person } = await openTestApp(t);
  const one = await person();
  const other = await person();
  const patch = (body: unknown, as = one) => call('PATCH /v1/auth/me', { as, body });
  const changeResponse = await patch({
    name: ' Mira ',
    username: 'Mira.1',
    avatar: 'https://example.com/m.jpg',
    bio: 'b\n\tc',
    city: 'Lisbon',
    locale: 'de-at',
    metadata: { till_id: '42', a: 'b', c: null },
    role: 'admin',
    peacesBalance: 9,
  });
  t.equal(changeResponse.status, 200);
  t.match(changeResponse.body, {
    name: 'Mira',
    username: 'Mira.1',
    avatar: 'https://example.com/m.jpg',
    avatarPicture: null,
    bio: 'b\n\tc',
    city: 'Lisbon',
    locale: 'de-AT',
    metadata: { a: 'b', till_id: '42' },
    role: 'user',
    peacesBalance: 0,
  });
  t.equal((await patch({ locale: null })).body.locale, null);
  t.equal((await patch({ avatar: null })).body.avatar, `${publicUrl}/assets/avatar.svg`);
  t.strictSame((await patch({ metadata: { a: null, d: '' } })).body.metadata, { d: '', till_id: '42' });
  isProblem(t, await patch({ username: 'mira.1' }, other), 409, 'username_taken');
  for (const body of [
    { username: 'a' },
    { username: 'ä b' },
    { name: 5 },
    { name: 'x'.repeat(101) },
    { avatar: 'javascript:alert(1)' },
    { city: null },
    { locale: 'de_DE' },
    { locale: '' },
    { locale: 5 },
    { metadata: null },
    { metadata: { a: 1 } },
    { metadata: { 'a-b': '' } },
    { metadata: { a: 'x'.repeat(501) } },
    { metadata: Object.fromEntries(Array.from({ length: 41 }, (_, index) => [`k${index}`, null])) },
    { bio: 'a\u0000b' },
    { bio: 'a\rb' },
    { name: 'a\nb' },
    { name: '\u200b' },
    { city: 'a\u202eb' },
    { username: 'mira\n' },
    { name: `a${'\u0301'.repeat(31)}` },
    null,
    [],
    'x',
  ])
    isProblem(t, await patch(body), 400, 'invalid_request', JSON.stringify(body).slice(0, 40));

  t.strictSame((await call('GET /v1/users/MIRA.1', { as: other })).body, {
    id: one.id,
    name: 'Mira',
    username: 'Mira.1',
    avatar: `${publicUrl}/assets/avatar.svg`,
    avatarPicture: null,
  });
  for (const name of ['unknown', 'a%00b', 'x'.repeat(500), '%20', '..%2f'])
    isProblem(t, await call(`GET /v1/users/${name}`, { as: other }), 404, 'not_found', name.slice(0, 20));
  isProblem(t, await call('GET /v1/users/mira.1'), 401, 'unauthenticated');

  const erasure = await call('DELETE /v1/auth/me', { as: one });
  t.equal(erasure.status, 204);
  t.equal(erasure.text, '');
  isProblem(t, await call('GET /v1/auth/me', { as: one }), 401, 'unauthenticated');
  isProblem(t, await call('GET /v1/users/mira.1', { as: other }), 404, 'not_found');
});
