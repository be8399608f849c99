import t from 'tap';
import { isProblem, openTestApp } from '../../../test-support/test-app.ts';

const unknownId = '019e830e-1a00-7000-8000-0000000fffff';

t.test('running an event', async (t) => {
  const { call, person, event } = await openTestApp(t);
  const organizer = await person();
  const admin = await person();
  const guest = await person();
  const { id } = await event(organizer);
  const at = `/v1/events/${id}`;
  isProblem(t, await call(`PATCH ${at}`, { as: guest, body: { title: 'Mine' } }), 403, 'forbidden');
  isProblem(t, await call(`PUT ${at}/admins/${guest.id}`, { as: guest }), 403, 'forbidden');
  isProblem(t, await call(`PUT ${at}/admins/${unknownId}`, { as: organizer }), 404, 'not_found');
  const addResponse = await call(`PUT ${at}/admins/${admin.id}`, { as: organizer });
  t.equal(addResponse.status, 204);
  t.equal(addResponse.text, '');
  t.equal((await call(`PATCH ${at}`, { as: admin, body: { title: 'Ours' } })).body.title, 'Ours');
  isProblem(
    t,
    await call(`PATCH ${at}`, { as: admin, body: { endAt: '2020-01-01T00:00:00Z' } }),
    400,
    'invalid_request',
  );
  isProblem(t, await call(`POST ${at}/cancel`, { as: admin }), 403, 'forbidden');
  isProblem(t, await call(`DELETE ${at}`, { as: admin }), 403, 'forbidden');
  t.equal((await call(`DELETE ${at}/admins/${admin.id}`, { as: organizer })).status, 204);
  isProblem(t, await call(`PATCH ${at}`, { as: admin, body: {} }), 403, 'forbidden');

  const cancelResponse = await call(`POST ${at}/cancel`, {
    as: organizer,
    raw: '',
    headers: { 'content-type': 'application/json' },
  });
  t.equal(cancelResponse.status, 200);
  t.equal(cancelResponse.body.status, 'cancelled');
  t.equal((await call(`GET ${at}`)).body.status, 'cancelled');
  t.strictSame((await call('GET /v1/events')).body.data, []);
  t.equal(
    (await call('GET /v1/me/events?role=organizing', { as: organizer })).body.data[0].status,
    'cancelled',
  );
  isProblem(
    t,
    await call(`POST ${at}/rsvp`, { as: guest, body: { status: 'going' } }),
    409,
    'event_cancelled',
  );
  t.equal((await call(`POST ${at}/rsvp`, { as: guest, body: { status: null } })).status, 200);
  isProblem(t, await call(`PATCH ${at}`, { as: organizer, body: { title: 'x' } }), 409, 'event_cancelled');
  t.equal((await call(`DELETE ${at}`, { as: organizer })).status, 204);
  isProblem(t, await call(`GET ${at}`, { as: organizer }), 404, 'event_not_found');
});
