import t from 'tap';
import { isProblem, openTestApp, publicUrl } from '../../../test-support/test-app.ts';

t.test('circles', async (t) => {
  const { call, person } = await openTestApp(t);
  const owner = await person();
  const other = await person();
  const { body: circle } = await call('POST /v1/me/circles', { as: owner, body: { name: 'Team' } });
  const at = `/v1/me/circles/${circle.id}`;
  for (const body of [{}, { name: ' ' }, { name: '\u200b\u2060' }, { name: 5 }, { name: 'x'.repeat(101) }])
    isProblem(t, await call('POST /v1/me/circles', { as: owner, body }), 400, 'invalid_request');

  const addResponse = await call(`POST ${at}/members`, {
    as: owner,
    body: { userIds: [other.id, other.id, 'x', '019e830e-1a00-7000-8000-0000000fffff'] },
  });
  t.equal(addResponse.status, 200);
  t.strictSame(addResponse.body, { ...circle, memberCount: 1 });
  isProblem(
    t,
    await call(`POST ${at}/members`, { as: owner, body: { userIds: [] } }),
    400,
    'invalid_request',
  );
  isProblem(t, await call(`POST ${at}/members`, { as: owner, body: {} }), 400, 'invalid_request');
  t.strictSame((await call(`GET ${at}/members`, { as: owner })).body, {
    data: [
      {
        id: other.id,
        name: '',
        username: other.username,
        avatar: `${publicUrl}/assets/avatar.svg`,
        avatarPicture: null,
      },
    ],
    meta: { total: 1, page: 1, limit: 20 },
  });
  const renameResponse = await call(`PATCH ${at}`, { as: owner, body: { name: 'Crew' } });
  t.strictSame(renameResponse.body, { ...circle, name: 'Crew', memberCount: 1 });
  t.strictSame((await call('GET /v1/me/circles', { as: owner })).body, {
    data: [renameResponse.body],
    meta: { total: 1, page: 1, limit: 20 },
  });

  for (const target of [
    `PATCH ${at}`,
    `DELETE ${at}`,
    `GET ${at}/members`,
    `POST ${at}/members`,
    `DELETE ${at}/members/${other.id}`,
  ]) {
    const body =
      target.startsWith('GET') || target.startsWith('DELETE') ? undefined : { name: 'x', userIds: ['x'] };
    isProblem(t, await call(target, { as: other, body }), 404, 'not_found', `${target} of another`);
    isProblem(t, await call(target, { body }), 401, 'unauthenticated', `${target} without a bearer`);
  }
  t.equal((await call(`DELETE ${at}/members/${other.id}`, { as: owner })).status, 204);
  t.equal((await call(`GET ${at}/members`, { as: owner })).body.meta.total, 0);
  t.equal((await call(`DELETE ${at}`, { as: owner })).status, 204);
  isProblem(t, await call(`DELETE ${at}`, { as: owner }), 404, 'not_found');
});
