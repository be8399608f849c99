import t from 'tap';
import { isProblem, newEvent, openTestApp, uuidv7 } from '../../../test-support/test-app.ts';

const unknown = '0190a000-0000-7000-8000-000000000000';

t.test('a series from its rule to its events', async (t) => {
  const { call, person, world } = await openTestApp(t);
  const [organizer, guest] = [await person(), await person()];
  const rule = 'FREQ=WEEKLY;BYDAY=TU';
  const createResponse = await call('POST /v1/event-series', {
    as: organizer,
    body: { event: newEvent(world), rule },
  });
  t.equal(createResponse.status, 201);
  t.match(createResponse.body.id, uuidv7);
  t.equal(createResponse.body.rule, rule);
  t.equal(createResponse.body.organizer.id, organizer.id);
  t.equal(createResponse.body.events.length, 50);
  t.equal(createResponse.body.events[0].startAt, '2026-06-02T12:00:00.000Z');
  const path = `/v1/event-series/${createResponse.body.id}`;
  t.strictSame((await call(`GET ${path}`)).body, createResponse.body);
  const list = await call(`GET /v1/events?series=${createResponse.body.id}&limit=3`);
  t.equal(list.body.meta.total, 53);
  t.strictSame(list.body.data[0].series, { id: createResponse.body.id, isDetached: false });
  t.equal((await call('GET /v1/events?series=none')).body.meta.total, 0);

  const response = await call(`POST ${path}/rsvp`, { as: guest, body: { status: 'going' } });
  t.strictSame([response.status, response.body], [200, { myRsvp: 'going', events: 53 }]);
  t.equal((await call(`GET ${path}`, { as: guest })).body.myRsvp, 'going');

  const changeResponse = await call(`PATCH ${path}`, {
    as: organizer,
    body: { event: { title: 'Late concert', startTime: '19:30', durationMinutes: 60 } },
  });
  t.equal(changeResponse.status, 200);
  const [{ id: first, startAt }] = changeResponse.body.events;
  const outdated = { event: { title: 'Never' }, from: startAt, ifVersion: 0 };
  isProblem(
    t,
    await call(`PATCH ${path}`, { as: organizer, body: outdated }),
    409,
    'event_changed_meanwhile',
  );
  t.equal(startAt, '2026-06-02T18:30:00.000Z');
  t.equal((await call(`GET /v1/events/${first}`)).body.title, 'Late concert');
  const alone = await call(`PATCH /v1/events/${first}`, { as: organizer, body: { title: 'Once' } });
  t.strictSame(alone.body.series, { id: createResponse.body.id, isDetached: true });
  await call(`PATCH ${path}`, {
    as: organizer,
    body: { rule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=3', from: '2026-06-02T00:00:00Z' },
  });
  t.equal((await call(`GET /v1/events?series=${createResponse.body.id}`)).body.meta.total, 3);
  t.equal((await call(`GET /v1/events/${first}`)).body.title, 'Once');

  const cancelResponse = await call(`POST ${path}/cancel`, { as: organizer });
  t.strictSame([cancelResponse.body.status, cancelResponse.body.events], ['cancelled', []]);
  const late = await call(`POST ${path}/rsvp`, { as: guest, body: { status: 'interested' } });
  isProblem(t, late, 409, 'event_cancelled');
  const endResponse = await call(`POST ${path}/rsvp`, { as: guest, body: { status: null } });
  t.equal(endResponse.body.myRsvp, null);
});

t.test('refuses what is no rule, and others', async (t) => {
  const { call, person, world } = await openTestApp(t);
  const [organizer, other] = [await person(), await person()];
  const post = (rule: unknown, event: object = newEvent(world)) =>
    call('POST /v1/event-series', { as: organizer, body: { event, rule } });
  for (const rule of ['', 'FREQ=HOURLY', 'FREQ=WEEKLY;BYDAY=WE', 'FREQ=DAILY;BYMONTH=1', 7])
    isProblem(t, await post(rule), 400, 'invalid_request');
  const faulty = await post('FREQ=WEEKLY', { ...newEvent(world), title: '   ' });
  t.equal(faulty.body.errors[0].path, '/event/title');
  const unknownCategory = await post('FREQ=WEEKLY', { ...newEvent(world), category: 'nothing-of-this-kind' });
  t.equal(unknownCategory.body.errors[0].path, '/event/category');
  isProblem(t, await call('POST /v1/event-series', { body: {} }), 401, 'unauthenticated');
  const { body } = await post('FREQ=WEEKLY', { ...newEvent(world), visibility: 'private' });
  for (const id of [unknown, 'none', body.id]) {
    isProblem(t, await call(`GET /v1/event-series/${id}`), 404, 'not_found');
    isProblem(t, await call(`POST /v1/event-series/${id}/cancel`, { as: other }), 404, 'not_found');
    const answer = { as: other, body: { status: 'going' } };
    isProblem(t, await call(`POST /v1/event-series/${id}/rsvp`, answer), 404, 'not_found');
  }
  const open = await post('FREQ=WEEKLY');
  const path = `/v1/event-series/${open.body.id}`;
  isProblem(t, await call(`PATCH ${path}`, { as: other, body: {} }), 403, 'forbidden');
  for (const body of [
    { event: { startTime: '25:00' } },
    { event: { durationMinutes: 0 } },
    { event: { capacity: 0 } },
    { rule: 'FREQ=NEVER' },
    { rule: 'FREQ=WEEKLY;UNTIL=20200101' },
    { from: 'soon' },
    { from: '2029-01-01T00:00:00Z' },
  ])
    isProblem(t, await call(`PATCH ${path}`, { as: organizer, body }), 400, 'invalid_request');
  const changeResponse = await call(`PATCH ${path}`, {
    as: organizer,
    body: { event: { category: 'nothing-of-this-kind' } },
  });
  t.equal(changeResponse.body.errors[0].path, '/event/category');
});
