import t from 'tap';
import { isProblem, newEvent, openTestApp, publicUrl, uuidv7 } from '../test-support/test-app.ts';

const unknownId = '019e830e-1a00-7000-8000-0000000fffff';

t.test('an event from draft to detail, every field to the letter', async (t) => {
  const { call, person, world } = await openTestApp(t);
  const organizer = await person();
  const made = await call('POST /v1/events', {
    as: organizer,
    body: {
      ...newEvent(world),
      price: 19.99,
      capacity: 50,
      template: 'garden-party',
      enabledModules: ['bringList'],
      sourceKey: 'x',
    },
  });
  t.equal(made.status, 201);
  t.match(made.body.id, uuidv7);
  t.equal(made.headers.location, `${publicUrl}/v1/events/${made.body.id}`);
  const item = {
    id: made.body.id,
    title: 'Lantern concert',
    description: 'Songs by the canal.',
    coverUrl: `${publicUrl}/assets/cover.svg`,
    startAt: '2026-06-02T12:00:00.000Z',
    endAt: '2026-06-02T14:00:00.000Z',
    location: { address: 'Maybachufer 1, Berlin', lat: 52.4931, lng: 13.4266 },
    timeZone: 'Etc/GMT-1',
    category: { slug: 'music', name: 'Music', emoji: '🎵' },
    price: 19.99,
    capacity: 50,
    rsvpCount: 0,
    myRsvp: null,
    isSaved: false,
    visibility: 'public',
  };
  const detail = {
    ...item,
    organizer: { id: organizer.id, name: '', avatar: `${publicUrl}/assets/avatar.svg` },
    bookedCount: 0,
    template: { slug: 'garden-party', name: 'Garden party' },
    enabledModules: ['bringList'],
    myBooking: null,
  };
  t.strictSame(made.body, detail);
  t.strictSame((await call(`GET /v1/events/${made.body.id}`)).body, detail);
  t.strictSame((await call(`GET /v1/events/${made.body.id.toUpperCase()}`)).body, detail, 'ids have no case');
  const page = { data: [item], meta: { total: 1, page: 1, limit: 20 } };
  t.strictSame((await call('GET /v1/events')).body, page);
  t.strictSame((await call('GET /v1/events/search?q=lant')).body, page);
  t.strictSame((await call('GET /v1/me/events?role=organizing', { as: organizer })).body, page);

  world.tables.bookings.set('b', {
    id: 'b-1',
    quantity: 2,
    createdAt: world.clock.now(),
    eventId: made.body.id,
    userId: organizer.id as never,
  });
  t.match((await call(`GET /v1/events/${made.body.id}`, { as: organizer })).body, {
    bookedCount: 2,
    myBooking: { id: 'b-1', quantity: 2, createdAt: '2026-06-01T12:00:00.000Z' },
  });
});

t.test('what is sparse has defaults; offsets become UTC', async (t) => {
  const { call, person, event } = await openTestApp(t);
  const organizer = await person();
  const made = await event(organizer, {
    startAt: '2026-07-01T20:00:00.123456+02:00',
    endAt: '2026-07-01t23:30:00z',
    coverUrl: null,
    capacity: null,
  });
  t.match(made, {
    startAt: '2026-07-01T18:00:00.123Z',
    endAt: '2026-07-01T23:30:00.000Z',
    price: 0,
    capacity: null,
    visibility: 'public',
    template: { slug: 'standard', name: 'Standard' },
    enabledModules: [],
  });
  const patched = await call(`PATCH /v1/events/${made.id}`, {
    as: organizer,
    body: { price: 0.1, future: 1 },
  });
  t.strictSame(patched.body, { ...made, price: 0.1 }, 'only what was named changes');
  t.strictSame((await call(`PATCH /v1/events/${made.id}`, { as: organizer })).body, patched.body);
});

t.test('drafts that break a rule', async (t) => {
  const { call, person, world } = await openTestApp(t);
  const as = await person();
  const broken: Record<string, [object, string]> = {
    'no title': [{ title: undefined }, '/title'],
    'blank title': [{ title: '  ' }, '/title'],
    'title of zero-width characters': [{ title: '\u200b\u2060 \u200d' }, '/title'],
    'invisible address': [{ location: { address: '\u2800', lat: 1, lng: 1 } }, '/location/address'],
    'long title': [{ title: 'x'.repeat(201) }, '/title'],
    'title of another type': [{ title: 5 }, '/title'],
    'NUL in a title': [{ title: 'a\u0000b' }, '/title'],
    'no such day': [{ startAt: '2026-02-30T10:00:00Z' }, '/startAt'],
    'no leap year': [{ startAt: '2026-02-29T10:00:00Z' }, '/startAt'],
    'leap second': [{ startAt: '2016-12-31T23:59:60Z' }, '/startAt'],
    'no offset': [{ startAt: '2026-06-02T10:00:00' }, '/startAt'],
    'a date alone': [{ startAt: '2026-06-02' }, '/startAt'],
    'hour 24': [{ startAt: '2026-06-02T24:00:00Z' }, '/startAt'],
    'a number as time': [{ startAt: 1780400000000 }, '/startAt'],
    'year 0': [{ startAt: '0000-01-01T00:00:00Z' }, '/startAt'],
    'end before start': [{ endAt: '2026-06-01T10:00:00Z' }, '/endAt'],
    'no place': [{ location: undefined }, '/location'],
    'half a place': [{ location: { address: 'x', lat: 1 } }, '/location/lng'],
    'off the globe': [{ location: { address: 'x', lat: 91, lng: 0 } }, '/location/lat'],
    'latitude as text': [{ location: { address: 'x', lat: '1', lng: 0 } }, '/location/lat'],
    'a time zone of another planet': [{ timeZone: 'Mars/Olympus' }, '/timeZone'],
    'an offset as time zone': [{ timeZone: '+01:00' }, '/timeZone'],
    'a number as time zone': [{ timeZone: 1 }, '/timeZone'],
    'unknown category': [{ category: 'nothing-of-this-kind' }, '/category'],
    'negative price': [{ price: -1 }, '/price'],
    'two lines in a title': [{ title: 'a\nb' }, '/title'],
    'reordered title': [{ title: 'a\u202eb' }, '/title'],
    'isolate in an address': [{ location: { address: 'a\u2066b', lat: 1, lng: 1 } }, '/location/address'],
    'carriage return in a description': [{ description: 'a\r\nb' }, '/description'],
    'heap of marks': [{ description: `a${'\u0301'.repeat(31)}` }, '/description'],
    'tenth of a cent': [{ price: 0.001 }, '/price'],
    'a hair more than ten': [{ price: 10.0000001 }, '/price'],
    'price as text': [{ price: '5' }, '/price'],
    'no seats': [{ capacity: 0 }, '/capacity'],
    'half a seat': [{ capacity: 1.5 }, '/capacity'],
    secret: [{ visibility: 'secret' }, '/visibility'],
    'no visibility': [{ visibility: null }, '/visibility'],
    'script as cover': [{ coverUrl: 'javascript:alert(1)' }, '/coverUrl'],
    'many modules': [
      { enabledModules: Array.from({ length: 21 }, (_, index) => `m${index}`) },
      '/enabledModules',
    ],
    'odd module': [{ enabledModules: [1] }, '/enabledModules/0'],
  };
  for (const [about, [changes, path]] of Object.entries(broken)) {
    const answer = await call('POST /v1/events', { as, body: { ...newEvent(world), ...changes } });
    isProblem(t, answer, 400, 'invalid_request', about);
    t.strictSame(
      answer.body.errors?.map((fault: { path: string }) => fault.path),
      [path],
      `${about}: where`,
    );
  }
  const several = await call('POST /v1/events', { as, body: {} });
  t.strictSame(
    several.body.errors.map((fault: { path: string }) => fault.path),
    ['/title', '/description', '/startAt', '/endAt', '/location', '/category'],
    'every fault at once',
  );
  t.equal(world.tables.events.rows().length, 0);
});

t.test('lists: signed in or not, filters, pages', async (t) => {
  const { call, person, event } = await openTestApp(t);
  const organizer = await person();
  const guest = await person();
  const berlin = await event(organizer, { title: 'Berlin jazz' });
  const equator = await event(organizer, {
    title: 'Gulf swim',
    location: { address: 'Null Island', lat: 0, lng: 0 },
    category: 'food',
    startAt: '2026-08-01T10:00:00Z',
    endAt: '2026-08-01T12:00:00Z',
  });
  await event(organizer, { title: 'Hidden', visibility: 'private' });
  await call(`POST /v1/events/${berlin.id}/rsvp`, { as: guest, body: { status: 'interested' } });
  await call(`POST /v1/events/${berlin.id}/save`, { as: guest, body: { saved: true } });

  const titles = async (query: string) => {
    const { body, status } = await call(`GET /v1/events${query}`);
    t.equal(status, 200, query);
    return body.data.map(({ title }: { title: string }) => title);
  };
  t.strictSame(await titles(''), ['Berlin jazz', 'Gulf swim']);
  const mine = await call('GET /v1/events', { as: guest });
  t.match(mine.body.data[0], { myRsvp: 'interested', isSaved: true, rsvpCount: 1 });
  t.match((await call('GET /v1/events')).body.data[0], { myRsvp: null, isSaved: false, rsvpCount: 1 });
  t.match((await call('GET /v1/events/search?q=jazz', { as: guest })).body.data[0], { myRsvp: 'interested' });

  t.strictSame(await titles('?lat=0&lng=0'), ['Gulf swim'], 'zero is a place');
  t.strictSame(await titles('?lat=52.5&lng=13.4&radius=5'), ['Berlin jazz']);
  t.strictSame(await titles('?lat=0.0&lng=-0&radius=1e1'), ['Gulf swim']);
  t.strictSame(await titles('?category=food'), ['Gulf swim']);
  t.strictSame(await titles('?category=nothing'), []);
  t.strictSame(await titles('?dateFrom=2026-08-01&dateTo=2026-08-01'), ['Gulf swim'], 'a whole day');
  t.strictSame(await titles('?dateFrom=2026-08-01T12:00:00Z'), []);
  t.strictSame(await titles('?dateFrom=2026-08-01T13:30:00%2B02:00'), ['Gulf swim']);
  t.strictSame(
    await titles('?dateFrom=2026-08-01T13:30:00+02:00'),
    ['Gulf swim'],
    'a plus that became a space',
  );
  t.strictSame(await titles('?q=JAZZ'), ['Berlin jazz']);
  t.strictSame(await titles('?unknown=1&utm_source=a&utm_source=b'), ['Berlin jazz', 'Gulf swim']);
  const second = await call('GET /v1/events?page=2&limit=1');
  t.strictSame(second.body.meta, { total: 2, page: 2, limit: 1 });
  t.equal(second.body.data[0].id, equator.id);
  t.strictSame((await call('GET /v1/events?page=1000000&limit=50')).body.meta, {
    total: 2,
    page: 1_000_000,
    limit: 50,
  });
  t.strictSame(
    (await call('GET /v1/events/search?q=jazz&lat=0&lng=0')).body.data,
    [],
    'search takes the filters',
  );

  const saved = await call('GET /v1/me/events?role=saved', { as: guest });
  t.strictSame(
    saved.body.data.map(({ id }: { id: string }) => id),
    [berlin.id],
  );
  isProblem(t, await call('GET /v1/me/events', { as: guest }), 400, 'invalid_request');
  isProblem(t, await call('GET /v1/me/events?role=owner', { as: guest }), 400, 'invalid_request');
});

t.test('query strings that are traps', async (t) => {
  const { call } = await openTestApp(t);
  const bad: Record<string, string> = {
    'limit=51': '/limit',
    'limit=0': '/limit',
    'limit=': '/limit',
    'limit=1.5': '/limit',
    'limit=ten': '/limit',
    'limit=null': '/limit',
    'limit=10&limit=20': '/limit',
    'limit=%2010': '/limit',
    'page=0': '/page',
    'page=-1': '/page',
    'page=': '/page',
    'page=1000001': '/page',
    'page=9999999999999999999999': '/page',
    'page=true': '/page',
    'lat=&lng=': '/lat',
    'lat=NaN&lng=0': '/lat',
    'lat=Infinity&lng=0': '/lat',
    'lat=1e999&lng=0': '/lat',
    'lat=0x10&lng=0': '/lat',
    'lat=1_0&lng=0': '/lat',
    'lat=90.0001&lng=0': '/lat',
    'lat=0&lng=180.1': '/lng',
    'lat=0': '/lng',
    'lng=0': '/lat',
    'radius=5': '/radius',
    'lat=0&lng=0&radius=0': '/radius',
    'lat=0&lng=0&radius=-5': '/radius',
    'lat=0&lng=0&radius=20039': '/radius',
    'lat=0&lng=0&radius=': '/radius',
    'lat[]=0&lng=0': '/lat',
    'dateFrom=yesterday': '/dateFrom',
    'dateFrom=': '/dateFrom',
    'dateFrom=2026-02-30': '/dateFrom',
    'dateFrom=2026-13-01': '/dateFrom',
    'dateFrom=2026-06-01T10:00': '/dateFrom',
    'dateFrom=0000-01-01': '/dateFrom',
    'dateFrom=2026-06-01&dateFrom=2026-06-02': '/dateFrom',
    'dateFrom=2026-06-03&dateTo=2026-06-02': '/dateFrom',
    'q=': '/q',
    [`q=${'x'.repeat(201)}`]: '/q',
    'q=a%00b': '/q',
    'q=a&q=b': '/q',
    'category=': '/category',
    'category=%00': '/category',
    'q=%ff': '',
    'q=%C3%28': '',
    'q=%': '',
  };
  for (const [query, path] of Object.entries(bad)) {
    const about = query.slice(0, 40);
    const answer = await call(`GET /v1/events?${query}`);
    if (query === 'lat[]=0&lng=0') {
      isProblem(t, answer, 400, 'invalid_request', about);
      continue;
    }
    isProblem(t, answer, 400, 'invalid_request', about);
    t.equal(answer.body.errors?.[0]?.path, path, `${about}: where`);
  }
  t.match((await call('GET /v1/events?q=a&q=b')).body.errors, [{ message: 'must be given once' }]);
  isProblem(t, await call('GET /v1/events/search'), 400, 'invalid_request');
  isProblem(t, await call('GET /v1/events/search?limit=51&q=a'), 400, 'invalid_request');
  for (const query of ['%20', '!!!', "'", '%F0%9F%8E%B5', '%E6%9D%B1%E4%BA%AC', 'a%20&%20b', '%5C', '%25'])
    t.equal((await call(`GET /v1/events/search?q=${query}`)).status, 200, query);
  for (const query of ['dateTo=9999-12-31', 'dateFrom=0001-01-01', 'dateTo=9999-12-31T23:59:59.999Z'])
    t.equal((await call(`GET /v1/events?${query}`)).status, 200, query);
});

t.test('RSVP and saved state', async (t) => {
  const { call, person, event, world } = await openTestApp(t);
  const organizer = await person();
  const guest = await person();
  const { id } = await event(organizer);
  const rsvp = (body: unknown, as = guest) => call(`POST /v1/events/${id}/rsvp`, { as, body });
  const answer = await rsvp({ status: 'going', note: 'unknown fields are ignored' });
  t.equal(answer.status, 200);
  t.strictSame(answer.body, { myRsvp: 'going', rsvpCount: 1 });
  t.equal(answer.headers['cache-control'], 'no-store');
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
    const refused = await rsvp(body);
    isProblem(t, refused, 400, 'invalid_request', `rsvp ${JSON.stringify(body)}`);
    t.equal(refused.body.errors.length, 1);
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

t.test('a private event is unknown to others on every route', async (t) => {
  const { call, person, event } = await openTestApp(t);
  const organizer = await person();
  const stranger = await person();
  const { id } = await event(organizer, { visibility: 'private' });
  const routes: [string, unknown?][] = [
    ['GET /v1/events/:id'],
    ['PATCH /v1/events/:id', {}],
    ['DELETE /v1/events/:id'],
    ['POST /v1/events/:id/cancel'],
    ['POST /v1/events/:id/rsvp', { status: 'going' }],
    ['POST /v1/events/:id/save', { saved: true }],
    ['POST /v1/events/:id/invites', { emails: ['a@example.com'] }],
    ['GET /v1/events/:id/invites'],
    ['DELETE /v1/events/:id/invites/x'],
    ['POST /v1/events/:id/invites/x/resend'],
    ['POST /v1/events/:id/invite-link/rotate'],
    ['PUT /v1/events/:id/admins/x'],
    ['DELETE /v1/events/:id/admins/x'],
    ['GET /v1/events/:id/calendar.ics'],
  ];
  for (const [target, body] of routes) {
    const hidden = await call(target.replace(':id', id), { as: stranger, body });
    isProblem(t, hidden, 404, 'event_not_found', target);
    const unknown = await call(target.replace(':id', unknownId), { as: stranger, body });
    const { requestId: _one, ...seen } = hidden.body;
    const { requestId: _other, ...expected } = unknown.body;
    t.strictSame(seen, expected, `${target}: as for an unknown id`);
  }
  t.equal((await call(`GET /v1/events/${id}`, { as: organizer })).status, 200);
});

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
  const added = await call(`PUT ${at}/admins/${admin.id}`, { as: organizer });
  t.equal(added.status, 204);
  t.equal(added.text, '');
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

  const cancelled = await call(`POST ${at}/cancel`, {
    as: organizer,
    raw: '',
    headers: { 'content-type': 'application/json' },
  });
  t.equal(cancelled.status, 200);
  t.equal(cancelled.body.status, 'cancelled');
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

t.test('categories are public and may be kept', async (t) => {
  const { call } = await openTestApp(t);
  const { status, body, headers } = await call('GET /v1/categories');
  t.equal(status, 200);
  t.strictSame(Object.keys(body), ['data']);
  t.strictSame(body.data[0], { slug: 'food', name: 'Food & drink', emoji: '🍲' });
  t.equal(headers['cache-control'], 'public, max-age=300');
});

t.test('calendars', async (t) => {
  const { call, person, event } = await openTestApp(t);
  const guest = await person();
  const { id } = await event(guest);
  await call(`POST /v1/events/${id}/rsvp`, { as: guest, body: { status: 'going' } });
  const one = await call(`GET /v1/events/${id}/calendar.ics`);
  t.equal(one.status, 200);
  t.equal(one.headers['content-type'], 'text/calendar; charset=utf-8');
  t.match(one.text, `UID:${id}@event-platform`);

  const feed = await call('GET /v1/me/calendar', { as: guest });
  t.strictSame(Object.keys(feed.body), ['url']);
  const path = new URL(feed.body.url).pathname;
  const read = await call(`GET ${path}`);
  t.equal(read.status, 200);
  t.equal(read.headers['cache-control'], 'no-store');
  t.match(read.text, `UID:${id}@event-platform`);
  const rotated = await call('POST /v1/me/calendar/rotate', { as: guest });
  t.not(rotated.body.url, feed.body.url);
  isProblem(t, await call(`GET ${path}`), 404, 'not_found', 'the old address');
  isProblem(t, await call('GET /v1/calendars/%00/events.ics'), 404, 'not_found');
  isProblem(t, await call('GET /v1/me/calendar'), 401, 'unauthenticated');
});

t.test('a time zone is given, found from the place, and found again', async (t) => {
  const { call, person, event } = await openTestApp(t);
  const as = await person();
  const { id, timeZone } = await event(as, { timeZone: 'Europe/Lisbon' });
  t.equal(timeZone, 'Europe/Lisbon');
  const change = async (body: object) => (await call(`PATCH /v1/events/${id}`, { as, body })).body.timeZone;
  t.equal(await change({ location: { address: 'Far east', lat: 0, lng: 100 } }), 'Europe/Lisbon', 'moved');
  t.equal(await change({ timeZone: null }), 'Etc/GMT-7');
  t.equal(await change({ location: { address: 'Greenwich', lat: 51, lng: 0 } }), 'Etc/GMT', 'moved again');
});
