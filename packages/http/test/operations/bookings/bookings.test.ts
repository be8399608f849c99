import t, { type Test } from 'tap';
import { isProblem, openTestApp, type Person, publicUrl } from '../../../test-support/test-app.ts';

const openScene = async (t: Test, changes: object = { capacity: 3 }) => {
  const app = await openTestApp(t);
  const { call, person, event } = app;
  const [organizer, ada, bob] = [await person(), await person(), await person()];
  const { id } = await event(organizer, changes);
  const at = `/v1/events/${id}`;
  const book = (as: Person, quantity: unknown) => call(`PUT ${at}/booking`, { as, body: { quantity } });
  const cancel = (as: Person) => call(`DELETE ${at}/booking`, { as });
  const detail = async (as?: Person) => (await call(`GET ${at}`, { as })).body;
  const bookings = (query = '', as = organizer) => call(`GET ${at}/bookings${query}`, { as });
  return { ...app, organizer, ada, bob, id, at, book, cancel, detail, bookings };
};

const now = '2026-06-01T12:00:00.000Z';

t.test('a booking is made, changed and cancelled', async (t) => {
  const { ada, bob, book, cancel, detail, call, person } = await openScene(t);
  const firstResponse = await book(ada, 2);
  t.equal(firstResponse.status, 201);
  const { id, code, ...rest } = firstResponse.body;
  t.strictSame(rest, { quantity: 2, status: 'confirmed', position: null, createdAt: now });
  t.match(code, /^[\w-]{22}$/);
  t.match(await detail(ada), {
    bookedCount: 2,
    myBooking: firstResponse.body,
    myRsvp: 'going',
    rsvpCount: 1,
    maxPerBooking: 10,
    waitlist: true,
  });
  t.match(await detail(), { bookedCount: 2, myBooking: null });
  const again = await book(ada, 2);
  t.strictSame([again.status, again.body], [200, firstResponse.body]);

  const waitResponse = await book(bob, 2);
  t.strictSame(
    [waitResponse.status, waitResponse.body.status, waitResponse.body.position],
    [201, 'waitlisted', 1],
  );
  t.match((await book(await person(), 1)).body, { status: 'waitlisted', position: 2 }, 'no guest overtakes');
  t.match(await detail(), { bookedCount: 2, waitingCount: 2 });
  isProblem(t, await book(ada, 3), 409, 'event_full');
  t.strictSame((await book(ada, 1)).body, { ...firstResponse.body, quantity: 1 });
  t.match(await detail(bob), { bookedCount: 3, myBooking: { status: 'confirmed', position: null } });

  t.strictSame([(await cancel(ada)).status, (await cancel(ada)).status], [204, 204]);
  t.match(await detail(ada), { bookedCount: 3, myBooking: null, myRsvp: 'going' });
  t.strictSame((await call('GET /v1/me/bookings', { as: ada })).body.data, []);
  const mine = await call('GET /v1/me/bookings', { as: bob });
  t.match(mine.body, {
    data: [{ booking: { id: waitResponse.body.id, code: waitResponse.body.code }, event: { title: String } }],
    meta: { total: 1, page: 1, limit: 20 },
  });
  t.ok(id);
});

t.test('bookings that are refused', async (t) => {
  const { organizer, ada, at, book, cancel, call, person, event, world } = await openScene(t, {
    capacity: 3,
    maxPerBooking: 4,
    waitlist: false,
  });
  for (const quantity of [0, -1, 5, 1.5, '2', null, 1e9])
    isProblem(t, await book(ada, quantity), 400, 'invalid_request', String(quantity));
  isProblem(t, await book(ada, 4), 409, 'event_full');
  t.equal((await book(ada, 3)).status, 201);
  isProblem(t, await book(await person(), 1), 409, 'event_full');
  const lower = await call(`PATCH ${at}`, { as: organizer, body: { capacity: 2 } });
  isProblem(t, lower, 409, 'capacity_below_booked');
  t.equal(lower.body.bookedCount, 3);
  isProblem(t, await call(`PUT ${at}/booking`, { body: { quantity: 1 } }), 401, 'unauthenticated');
  isProblem(
    t,
    await call('PUT /v1/events/x/booking', { as: ada, body: { quantity: 1 } }),
    404,
    'event_not_found',
  );
  const privateEvent = await event(organizer, { visibility: 'private' });
  for (const method of ['PUT', 'DELETE'])
    isProblem(
      t,
      await call(`${method} /v1/events/${privateEvent.id}/booking`, { as: ada, body: { quantity: 1 } }),
      404,
      'event_not_found',
    );
  await call(`POST ${at}/cancel`, { as: organizer });
  isProblem(t, await book(ada, 1), 409, 'event_cancelled');
  t.equal((await cancel(ada)).status, 204);
  const over = await event(organizer);
  world.clock.advance(3 * 86_400_000);
  const signedIn = await call('POST /v1/auth/refresh', { body: { refreshToken: ada.refreshToken } });
  isProblem(
    t,
    await call(`PUT /v1/events/${over.id}/booking`, { as: signedIn.body, body: { quantity: 1 } }),
    409,
    'event_over',
  );
});

t.test('managers list bookings and confirm out of turn', async (t) => {
  const { organizer, ada, bob, at, book, bookings, call, person, detail } = await openScene(t, {
    capacity: 1,
  });
  const [first, second] = [(await book(ada, 1)).body, (await book(bob, 1)).body];
  const viewOf = ({ code: _, ...booking }: typeof first, who: Person) => ({
    ...booking,
    user: {
      id: who.id,
      name: '',
      username: who.username,
      avatar: `${publicUrl}/assets/avatar.svg`,
      avatarPicture: null,
    },
  });
  t.strictSame((await bookings()).body, {
    data: [viewOf(first, ada), viewOf(second, bob)],
    meta: { total: 2, page: 1, limit: 20 },
  });
  t.strictSame((await bookings('?status=waitlisted')).body.data, [viewOf(second, bob)]);
  isProblem(t, await bookings('?status=other'), 400, 'invalid_request');
  isProblem(t, await bookings('', ada), 403, 'forbidden');
  isProblem(t, await call(`GET ${at}/bookings`), 401, 'unauthenticated');

  const confirm = (id: string, body: unknown = { force: false }, as = organizer) =>
    call(`POST ${at}/bookings/${id}/confirm`, { as, body });
  isProblem(t, await confirm(second.id), 409, 'event_full');
  isProblem(t, await confirm(second.id, {}), 409, 'event_full');
  isProblem(t, await confirm(second.id, { force: 'yes' }), 400, 'invalid_request');
  isProblem(t, await confirm(second.id, { force: true }, ada), 403, 'forbidden');
  isProblem(t, await confirm(organizer.id), 404, 'not_found');
  const confirmed = { ...viewOf(second, bob), status: 'confirmed', position: null };
  for (let time = 0; time < 2; time += 1) {
    const outcome = await confirm(second.id, { force: true });
    t.strictSame([outcome.status, outcome.body], [200, confirmed]);
  }
  t.match(await detail(await person()), { bookedCount: 2, capacity: 1 });
});

t.test('guests are checked in by the code of their booking', async (t) => {
  const { organizer, ada, bob, at, book, call, event, world } = await openScene(t, { capacity: 1 });
  const [{ code }, waiting] = [(await book(ada, 1)).body, (await book(bob, 1)).body];
  const checkIn = (code: unknown, as = organizer, of = at) =>
    call(`POST ${of}/check-in`, { as, body: { code } });
  isProblem(t, await checkIn(code, ada), 403, 'forbidden');
  isProblem(t, await checkIn(waiting.code), 409, 'not_confirmed');
  isProblem(t, await checkIn('unknown'), 404, 'not_found');
  isProblem(t, await checkIn(''), 400, 'invalid_request');
  const other = await event(organizer);
  isProblem(t, await checkIn(code, organizer, `/v1/events/${other.id}`), 404, 'not_found');
  const first = await checkIn(code);
  t.equal(first.status, 200);
  t.match(first.body, {
    attendee: { user: { id: ada.id }, booking: { quantity: 1, status: 'confirmed' }, rsvp: 'going' },
    checkedInAt: now,
    isFirst: true,
  });
  t.notOk('code' in first.body.attendee.booking);
  world.clock.advance(1_000);
  t.match((await checkIn(code)).body, { checkedInAt: now, isFirst: false });
});

t.test('the attendees as CSV', async (t) => {
  const { organizer, ada, bob, at, book, call } = await openScene(t, {
    capacity: 2,
    enabledModules: ['bringList'],
  });
  await call('PATCH /v1/auth/me', { as: ada, body: { name: '=HYPERLINK("http://x", "y")' } });
  await book(ada, 2);
  await book(bob, 1);
  const item = await call(`POST ${at}/bring-list`, {
    as: organizer,
    body: { title: '+ Salad; =1+1', quantity: 3 },
  });
  await call(`PUT ${at}/bring-list/${item.body.id}/claim`, { as: bob, body: { quantity: 2 } });
  const csv = await call(`GET ${at}/attendees.csv`, { as: organizer });
  t.equal(csv.status, 200);
  t.match(csv.headers, {
    'content-type': /^text\/csv; charset=utf-8/,
    'content-disposition': /attachment; filename="attendees\.csv"/,
  });
  t.strictSame(csv.text.split('\r\n'), [
    '\ufeffuserId,name,username,rsvp,booking,quantity,position,via,since,brings',
    `${ada.id},"'=HYPERLINK(""http://x"", ""y"")",${ada.username},going,confirmed,2,,public,${now},`,
    `${bob.id},,${bob.username},going,waitlisted,1,1,public,${now},2 × + Salad; '=1+1`,
    '',
  ]);
  isProblem(t, await call(`GET ${at}/attendees.csv`, { as: ada }), 403, 'forbidden');
  isProblem(t, await call(`GET ${at}/attendees.csv`), 401, 'unauthenticated');
});
