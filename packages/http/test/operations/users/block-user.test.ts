import t from 'tap';
import { isProblem, openTestApp } from '../../../test-support/test-app.ts';

t.test('blocked users', async (t) => {
  const { call, person, event } = await openTestApp(t);
  const [organizer, guest] = [await person(), await person()];
  const at = `/v1/me/blocked-users/${organizer.id}`;
  for (const method of ['PUT', 'DELETE']) isProblem(t, await call(`${method} ${at}`), 401, 'unauthenticated');
  isProblem(t, await call('GET /v1/me/blocked-users'), 401, 'unauthenticated');
  for (const id of ['x', '0190a000-0000-7000-8000-000000000000']) {
    isProblem(t, await call(`PUT /v1/me/blocked-users/${id}`, { as: guest }), 404, 'not_found');
    t.equal((await call(`DELETE /v1/me/blocked-users/${id}`, { as: guest })).status, 204);
  }
  isProblem(t, await call(`PUT ${at}`, { as: organizer }), 400, 'invalid_request', 'oneself');

  const { id } = await event(organizer, { visibility: 'private' });
  const invite = async () =>
    (await call(`POST /v1/events/${id}/invites`, { as: organizer, body: { userIds: [guest.id] } })).body;
  for (const _ of [1, 2]) {
    const blockResponse = await call(`PUT ${at}`, { as: guest });
    t.equal(blockResponse.status, 204);
    t.equal(blockResponse.text, '');
  }
  t.match(await invite(), { sent: 0, skipped: 1 });
  const { body } = await call('GET /v1/me/blocked-users', { as: guest });
  t.match(body, { data: [{ id: organizer.id }], meta: { total: 1, page: 1, limit: 20 } });
  t.strictSame(Object.keys(body.data[0]), ['id', 'name', 'username', 'avatar', 'avatarPicture']);
  t.strictSame((await call('GET /v1/me/blocked-users', { as: organizer })).body.data, []);
  t.equal((await call(`DELETE ${at}`, { as: guest })).status, 204);
  t.match(await invite(), { sent: 1, skipped: 0 });
});
