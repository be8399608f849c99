import t from 'tap';
import { isProblem, openTestApp } from '../../../test-support/test-app.ts';

const unknownId = '019e830e-1a00-7000-8000-0000000fffff';

t.test('RSVP and saved state', async (t) => {
  const { call, person, event, world } = await openTestApp(t);
  const organizer = await person();
  const guest = await person();
  const { id } = await event(organizer);
  const rsvp = (body: unknown, as = guest) => call(`POST /v1/events/${id}/rsvp`, { as, body });
  const response = await rsvp({ status: 'going', note: 'unknown fields are ignored' });
  t.equal(response.status, 200);
  t.strictSame(response.body, { myRsvp: 'going', rsvpCount: 1 });
  t.equal(response.headers['cache-control'], 'no-store');
  t.strictSame((await rsvp({ status: 'interested' })).body, { myRsvp: 'interested', rsvpCount: 1 });
  t.strictSame((await rsvp({ status: null })).body, { myRsvp: null, rsvpCount: 0 });
  for (const body of [
    {},
    { status: 'no' },
    { status: '' },
    { status: 'GOING' },
    { status: true },
    { status: ['going'] },
    [],
    'going',
    null,
    undefined,
  ]) {
    const refusal = await rsvp(body);
    isProblem(t, refusal, 400, 'invalid_request', `rsvp ${JSON.stringify(body)}`);
    t.equal(refusal.body.errors.length, 1);
  }
  t.match((await rsvp({})).body.errors, [{ path: '/status', message: 'is required' }]);
  t.match((await rsvp({ status: 'no' })).body.errors, [
    { path: '/status', message: 'must be one of going, interested, null' },
  ]);
  isProblem(t, await call(`POST /v1/events/${id}/rsvp`, { body: {} }), 401, 'unauthenticated');

  const save = (body: unknown) => call(`POST /v1/events/${id}/save`, { as: guest, body });
  t.strictSame((await save({ saved: true })).body, { isSaved: true });
  t.strictSame((await save({ saved: true })).body, { isSaved: true });
  t.strictSame((await save({ saved: false })).body, { isSaved: false });
  for (const saved of ['true', 1, 0, null, undefined, 'false', []])
    isProblem(t, await save({ saved }), 400, 'invalid_request', `saved ${JSON.stringify(saved)}`);

  for (const unknown of [unknownId, 'x', 'search', '%00', 'a%00b', '1%27', 'x'.repeat(900)]) {
    const at = `/v1/events/${unknown}`;
    isProblem(
      t,
      await call(`POST ${at}/rsvp`, { as: guest, body: { status: 'going' } }),
      404,
      'event_not_found',
      at.slice(0, 40),
    );
    isProblem(
      t,
      await call(`POST ${at}/save`, { as: guest, body: { saved: true } }),
      404,
      'event_not_found',
      at.slice(0, 40),
    );
  }
  for (const unknown of [unknownId, 'x', '%00', 'x'.repeat(900)])
    isProblem(t, await call(`GET /v1/events/${unknown}`), 404, 'event_not_found', unknown.slice(0, 40));
  t.equal(world.tables.rsvps.rows().length, 0);
});
