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

  const tooLong = { as: organizer, body: { reason: 'x'.repeat(501) } };
  isProblem(t, await call(`POST ${at}/cancel`, tooLong), 400, 'invalid_request');
  t.equal((await call(`GET ${at}`)).body.cancelReason, null);
  const cancelResponse = await call(`POST ${at}/cancel`, {
    as: organizer,
    raw: '{"reason":"The singer is ill."}',
    headers: { 'content-type': 'application/json' },
  });
  t.equal(cancelResponse.status, 200);
  t.equal(cancelResponse.body.status, 'cancelled');
  t.match((await call(`GET ${at}`)).body, { status: 'cancelled', cancelReason: 'The singer is ill.' });
  const again = await call(`POST ${at}/cancel`, {
    as: organizer,
    raw: '',
    headers: { 'content-type': 'application/json' },
  });
  t.equal(
    again.body.cancelReason,
    'The singer is ill.',
    'a call of before needs no body, and changes nothing',
  );
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

t.test('a change names the version that it was made of', async (t) => {
  const { call, person, event } = await openTestApp(t);
  const organizer = await person();
  const { id, version } = await event(organizer);
  const at = `/v1/events/${id}`;
  const change = (body: object) => call(`PATCH ${at}`, { as: organizer, body });
  const first = await change({ title: 'First', ifVersion: version });
  t.equal(first.status, 200);
  t.equal(first.body.version, version + 1);
  isProblem(t, await change({ title: 'Second', ifVersion: version }), 409, 'event_changed_meanwhile');
  isProblem(t, await change({ ifVersion: 'x' }), 400, 'invalid_request');
  const { body } = await call(`GET ${at}`);
  t.strictSame([body.title, body.version], ['First', version + 1]);
});
