import t from 'tap';
import { isProblem, openTestApp } from '../../../test-support/test-app.ts';

t.test('managers know their role, and who else manages', async (t) => {
  const { call, person, event } = await openTestApp(t);
  const [organizer, admin, guest] = [await person(), await person(), await person()];
  const { id } = await event(organizer);
  await call(`PUT /v1/events/${id}/admins/${admin.id}`, { as: organizer });
  const roleOf = async (as?: typeof guest) =>
    (await call(`GET /v1/events/${id}`, as ? { as } : {})).body.myRole;
  t.strictSame(
    [await roleOf(organizer), await roleOf(admin), await roleOf(guest), await roleOf()],
    ['organizer', 'admin', null, null],
  );
  const list = (as: typeof guest, query = '') => call(`GET /v1/events/${id}/admins${query}`, { as });
  for (const manager of [organizer, admin])
    t.match((await list(manager)).body, {
      ...{ data: [{ id: admin.id, username: admin.username }], meta: { total: 1, page: 1, limit: 20 } },
    });
  isProblem(t, await list(guest), 403, 'forbidden');
  isProblem(t, await list(organizer, '?limit=0'), 400, 'invalid_request');
  isProblem(t, await call(`GET /v1/events/${id}/admins`), 401, 'unauthenticated');
});

t.test('attendees are found by name, and put in order', async (t) => {
  const { call, person, event } = await openTestApp(t);
  const organizer = await person();
  const { id } = await event(organizer);
  for (const name of ['Zoë', 'anna', 'Bo']) {
    const guest = await person();
    await call('PATCH /v1/auth/me', { as: guest, body: { name } });
    await call(`POST /v1/events/${id}/rsvp`, { as: guest, body: { status: 'going' } });
  }
  const names = async (query: string) =>
    (await call(`GET /v1/events/${id}/attendees?${query}`, { as: organizer })).body.data.map(
      ({ user }: { user: { name: string } }) => user.name,
    );
  t.strictSame(await names('order=name'), ['anna', 'Bo', 'Zoë']);
  t.strictSame(await names('order=since'), ['Zoë', 'anna', 'Bo']);
  t.strictSame(await names('q=ZOE'), ['Zoë']);
  t.strictSame(await names('q=nobody'), []);
  for (const query of ['order=age', 'q=', `q=${'x'.repeat(201)}`])
    isProblem(
      t,
      await call(`GET /v1/events/${id}/attendees?${query}`, { as: organizer }),
      400,
      'invalid_request',
      query,
    );
});
