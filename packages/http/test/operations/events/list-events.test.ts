import t from 'tap';
import { isProblem, openTestApp } from '../../../test-support/test-app.ts';

t.test('lists: signed in or not, filters, pages', async (t) => {
  const { call, person, event } = await openTestApp(t);
  const organizer = await person();
  const guest = await person();
  const berlin = await event(organizer, { title: 'Berlin jazz' });
  const equator = await event(organizer, {
    title: 'Gulf swim',
    location: { address: 'Null Island', lat: 0, lng: 0 },
    category: 'food',
    tags: ['open-air', 'sea'],
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
  t.strictSame(await titles('?category=nothing,food'), ['Gulf swim'], 'any of them');
  t.strictSame(await titles('?category=food%2Cmusic'), ['Berlin jazz', 'Gulf swim']);
  t.strictSame(await titles('?tag=sea'), ['Gulf swim']);
  t.strictSame(await titles('?tag=none,open-air'), ['Gulf swim'], 'any of them');
  t.strictSame(await titles('/search?q=swim&tag=sea'), ['Gulf swim']);
  t.strictSame(await titles('?tag=Sea'), []);
  t.strictSame(await titles('?q=open-air'), ['Gulf swim']);
  t.strictSame((await call('GET /v1/tags?prefix=s')).body, { data: [{ slug: 'sea', events: 1 }] });
  t.strictSame((await call('GET /v1/tags')).body.data.length, 2);
  t.strictSame(await titles('?lat=52&lng=13&radius=50&sort=distance'), []);
  t.strictSame(await titles('?sort=time'), ['Berlin jazz', 'Gulf swim']);
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
  t.strictSame(second.body.meta, { total: 2, page: 2, limit: 1, next: null });
  t.equal(second.body.data[0].id, equator.id);
  t.strictSame((await call('GET /v1/events?page=1000000&limit=50')).body.meta, {
    total: 2,
    page: 1_000_000,
    limit: 50,
    next: null,
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
    'tag=': '/tag',
    'tag=a,': '/tag',
    'tag=a,b,c,d,e,f': '/tag',
    'category=': '/category',
    'category=%00': '/category',
    'category=food,': '/category',
    'category=a,b,c,d,e,f,g,h,i,j,k': '/category',
    'sort=price': '/sort',
    'sort=distance': '/sort',
    'sort=distance&lat=1&lng=1&radius=51': '/radius',
    'q=%ff': '',
    'q=%C3%28': '',
    'q=%': '',
  };
  for (const [query, path] of Object.entries(bad)) {
    const about = query.slice(0, 40);
    const response = await call(`GET /v1/events?${query}`);
    if (query === 'lat[]=0&lng=0') {
      isProblem(t, response, 400, 'invalid_request', about);
      continue;
    }
    isProblem(t, response, 400, 'invalid_request', about);
    t.equal(response.body.errors?.[0]?.path, path, `${about}: where`);
  }
  t.match((await call('GET /v1/events?q=a&q=b')).body.errors, [{ message: 'must be given once' }]);
  isProblem(t, await call('GET /v1/events/search'), 400, 'invalid_request');
  isProblem(t, await call('GET /v1/events/search?limit=51&q=a'), 400, 'invalid_request');
  for (const query of ['%20', '!!!', "'", '%F0%9F%8E%B5', '%E6%9D%B1%E4%BA%AC', 'a%20&%20b', '%5C', '%25'])
    t.equal((await call(`GET /v1/events/search?q=${query}`)).status, 200, query);
  for (const query of ['dateTo=9999-12-31', 'dateFrom=0001-01-01', 'dateTo=9999-12-31T23:59:59.999Z'])
    t.equal((await call(`GET /v1/events?${query}`)).status, 200, query);
});

t.test(
  'a parameter that is one letter from a known one is refused, any other unknown one ignored',
  async (t) => {
    const { call, person } = await openTestApp(t);
    for (const [name, meant] of [
      ['categroy', 'category'],
      ['catgory', 'category'],
      ['tags', 'tag'],
      ['radios', 'radius'],
      ['datefrom', 'dateFrom'],
      ['Limit', 'limit'],
      ['qq', 'q'],
    ]) {
      const refused = await call(`GET /v1/events?${name}=1`);
      isProblem(t, refused, 400, 'invalid_request');
      t.strictSame(refused.body.errors, [{ path: `/${name}`, message: `is no parameter here; ${meant} is` }]);
    }
    isProblem(t, await call('GET /v1/events/search?q=jazz&pag=2'), 400, 'invalid_request');
    isProblem(
      t,
      await call('GET /v1/me/events?role=going&page=1&limits=3', { as: await person() }),
      400,
      'invalid_request',
    );
    for (const query of [
      'utm_source=x',
      'v=2',
      'x=1',
      'xy=1',
      'colour=red',
      '__proto__=1',
      'page=1&constructor=2',
    ])
      t.equal((await call(`GET /v1/events?${query}`)).status, 200, query);
    isProblem(t, await call('GET /v1/events?a~/tag=1&tagg=2'), 400, 'invalid_request');
  },
);

t.test('items name their organizer, count, and tell how far they are from the place asked for', async (t) => {
  const { call, person, event } = await openTestApp(t);
  const [ada, ben] = [await person(), await person()];
  await call('PATCH /v1/auth/me', { as: ada, body: { name: 'Ada' } });
  const near = await event(ada, {
    title: 'near',
    capacity: 9,
    location: { address: 'A', lat: 52.5, lng: 13.4 },
  });
  const far = await event(ada, { title: 'far', location: { address: 'B', lat: 52.6, lng: 13.4 } });
  await call(`POST /v1/events/${near.id}/rsvp`, { as: ben, body: { status: 'interested' } });
  await call(`PUT /v1/events/${far.id}/booking`, { as: ben, body: { quantity: 2 } });
  for (const as of [undefined, ben]) {
    const { body } = await call('GET /v1/events?lat=52.5&lng=13.4&sort=distance', { as });
    const [first, second] = body.data;
    t.strictSame([first.distanceKm, second.distanceKm], [0, 11.12]);
    t.strictSame(first.organizer, { ...near.organizer, name: 'Ada' });
    t.match(first, { rsvpCount: 1, goingCount: 0, interestedCount: 1, bookedCount: 0, capacity: 9 });
    t.match(second, { rsvpCount: 1, goingCount: 1, interestedCount: 0, bookedCount: 2 });
    const found = (await call('GET /v1/events/search?q=far&lat=52.5&lng=13.4', { as })).body.data[0];
    t.equal(found.distanceKm, 11.12);
    t.notOk('distanceKm' in (await call('GET /v1/events', { as })).body.data[0]);
  }
  const own = (await call('GET /v1/me/events?role=going', { as: ben })).body.data[0];
  t.match(own, { organizer: { name: 'Ada' }, bookedCount: 2 });
  t.notOk('distanceKm' in own);
});
