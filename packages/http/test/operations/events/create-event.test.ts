import t from 'tap';
import { isProblem, newEvent, openTestApp, publicUrl, uuidv7 } from '../../../test-support/test-app.ts';

t.test('an event from draft to detail, every field to the letter', async (t) => {
  const { call, person, world } = await openTestApp(t);
  const organizer = await person();
  const createResponse = await call('POST /v1/events', {
    as: organizer,
    body: {
      ...newEvent(world),
      price: 19.99,
      capacity: 50,
      template: 'garden-party',
      enabledModules: ['bringList'],
      tags: ['open-air', 'jazz', 'open-air'],
      metadata: { till_id: '42', a: '' },
      sourceKey: 'x',
    },
  });
  t.equal(createResponse.status, 201);
  t.match(createResponse.body.id, uuidv7);
  t.equal(createResponse.headers.location, `${publicUrl}/v1/events/${createResponse.body.id}`);
  const item = {
    id: createResponse.body.id,
    title: 'Lantern concert',
    description: 'Songs by the canal.',
    coverUrl: `${publicUrl}/assets/cover.svg`,
    cover: null,
    startAt: '2026-06-02T12:00:00.000Z',
    endAt: '2026-06-02T14:00:00.000Z',
    isAllDay: false,
    location: { address: 'Maybachufer 1, Berlin', lat: 52.4931, lng: 13.4266 },
    attendance: 'offline',
    timeZone: 'Etc/GMT-1',
    category: { slug: 'music', name: 'Music', emoji: '🎵' },
    price: 19.99,
    currency: 'EUR',
    isPriceKnown: true,
    capacity: 50,
    organizer: { id: organizer.id, name: '', avatar: `${publicUrl}/assets/avatar.svg`, avatarPicture: null },
    rsvpCount: 0,
    goingCount: 0,
    interestedCount: 0,
    bookedCount: 0,
    myRsvp: null,
    isSaved: false,
    tags: ['open-air', 'jazz'],
    metadata: { a: '', till_id: '42' },
    visibility: 'public',
    series: null,
  };
  const detail = {
    ...item,
    cancelReason: null,
    waitingCount: 0,
    maxPerBooking: 10,
    waitlist: true,
    rsvpUntil: null,
    sourceUrl: null,
    questions: [],
    missingAnswers: 0,
    onlineUrl: null,
    template: { slug: 'garden-party', name: 'Garden party' },
    enabledModules: ['bringList'],
    myRole: null,
    myBooking: null,
    version: 0,
  };
  t.strictSame(createResponse.body, { ...detail, myRole: 'organizer' });
  t.strictSame((await call(`GET /v1/events/${createResponse.body.id}`)).body, detail);
  t.strictSame(
    (await call(`GET /v1/events/${createResponse.body.id.toUpperCase()}`)).body,
    detail,
    'ids have no case',
  );
  const page = { data: [item], meta: { total: 1, page: 1, limit: 20, next: null } };
  t.strictSame((await call('GET /v1/events')).body, page);
  t.strictSame((await call('GET /v1/events/search?q=lant')).body, page);
  t.strictSame((await call('GET /v1/me/events?role=organizing', { as: organizer })).body, page);

  const bookResponse = await call(`PUT /v1/events/${createResponse.body.id}/booking`, {
    as: organizer,
    body: { quantity: 2 },
  });
  t.match((await call(`GET /v1/events/${createResponse.body.id}`, { as: organizer })).body, {
    bookedCount: 2,
    myBooking: bookResponse.body,
  });
});

t.test('what is sparse has defaults; offsets become UTC', async (t) => {
  const { call, person, event } = await openTestApp(t);
  const organizer = await person();
  const created = await event(organizer, {
    startAt: '2026-07-01T20:00:00.123456+02:00',
    endAt: '2026-07-01t23:30:00z',
    coverUrl: null,
    capacity: null,
  });
  t.match(created, {
    startAt: '2026-07-01T18:00:00.123Z',
    endAt: '2026-07-01T23:30:00.000Z',
    price: 0,
    isPriceKnown: true,
    capacity: null,
    visibility: 'public',
    template: { slug: 'standard', name: 'Standard' },
    enabledModules: [],
    tags: [],
    metadata: {},
  });
  const patchedResponse = await call(`PATCH /v1/events/${created.id}`, {
    as: organizer,
    body: { price: 0.1, future: 1 },
  });
  t.strictSame(patchedResponse.body, { ...created, price: 0.1, version: 1 }, 'only what was named changes');
  t.strictSame((await call(`PATCH /v1/events/${created.id}`, { as: organizer })).body, patchedResponse.body);
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
    'an unknown price above 0': [{ price: 5, isPriceKnown: false }, '/isPriceKnown'],
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
    'many tags': [{ tags: Array.from({ length: 11 }, (_, index) => `t${index}`) }, '/tags'],
    'odd tag': [{ tags: ['a', 'Jazz'] }, '/tags/1'],
    'metadata of a number': [{ metadata: { a: 1 } }, '/metadata/a'],
    'metadata taken away': [{ metadata: { a: null } }, '/metadata/a'],
    'metadata of two lines': [{ metadata: { a: 'b\nc' } }, '/metadata/a'],
    'a long value': [{ metadata: { a: 'x'.repeat(501) } }, '/metadata/a'],
    'an odd key': [{ metadata: { A: '' } }, '/metadata'],
    'many bytes': [
      {
        metadata: Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`k${index}`, 'é'.repeat(250)])),
      },
      '/metadata',
    ],
  };
  for (const [about, [changes, path]] of Object.entries(broken)) {
    const response = await call('POST /v1/events', { as, body: { ...newEvent(world), ...changes } });
    isProblem(t, response, 400, 'invalid_request', about);
    t.strictSame(
      response.body.errors?.map((fault: { path: string }) => fault.path),
      [path],
      `${about}: where`,
    );
  }
  const several = await call('POST /v1/events', { as, body: {} });
  t.strictSame(
    several.body.errors.map((fault: { path: string }) => fault.path),
    ['/location', '/title', '/description', '/startAt', '/endAt', '/category'],
    'every fault at once',
  );
  t.equal(world.tables.events.rows().length, 0);
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
