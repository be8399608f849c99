import t, { type Test } from 'tap';
import { openTestSite } from '../../test-support/test-site.ts';
import { visitor } from '../../test-support/visitor.ts';

const openScene = async (t: Test) => {
  const scene = await openTestSite(t);
  const organizer = await scene.person();
  const titles = async (path: string) => {
    const page = await visitor(scene).open(path);
    t.equal(page.status, 200, path);
    return page.document.querySelectorAll('.card h2').map(({ text }) => text);
  };
  return { ...scene, organizer, titles, guest: visitor(scene) };
};

t.test('the home page lists what is on, by words and by place', async (t) => {
  const { event, organizer, titles, guest } = await openScene(t);
  const empty = await guest.open('/');
  t.match(empty.words, 'Nothing is planned yet');
  const berlin = await event(organizer, { title: 'Jazz in Berlin' });
  const lima = { address: 'Lima', lat: -12.05, lng: -77.04 };
  await event(organizer, { title: 'Chess in Lima', location: lima, price: 12.5 });
  await event(organizer, { title: 'Secret', visibility: 'private' });
  t.same(await titles('/'), ['Jazz in Berlin', 'Chess in Lima']);
  t.same(await titles('/?q=chess'), ['Chess in Lima']);
  t.same(await titles('/?lat=52.5&lng=13.4'), ['Jazz in Berlin']);
  t.same(await titles('/?lat=52.5&lng=13.4&q=chess'), []);
  const page = await guest.open('/');
  t.equal(page.document.querySelector('.card')?.getAttribute('href'), `/e/${berlin.id}`);
  t.match(page.words, '€12.50');
  t.match((await guest.open('/?q=nothing')).words, 'Nothing found');
});

t.test('a newcomer is led to an event of their own, where there are pages for it', async (t) => {
  const { call } = await openTestSite(t);
  const link = 'href="/organise/new"';
  t.match((await call('GET /')).text, link);
  t.notMatch((await call('GET /?q=jazz')).text, link, 'a search is for what is on');
  const { call: without } = await openTestSite(t, { site: { hasOrganiserPages: false } });
  t.notMatch((await without('GET /')).text, link);
});

t.test('the tags of an event lead to others that have them', async (t) => {
  const { event, organizer, titles, guest } = await openScene(t);
  const { id } = await event(organizer, { title: 'Jazz', tags: ['open-air', 'x'] });
  await event(organizer, { title: 'Chess' });
  const links = (await guest.open(`/e/${id}`)).document.querySelectorAll('.description .chips a');
  t.strictSame(
    links.map((link) => [link.text, link.getAttribute('href')]),
    [
      ['#open-air', '/?tag=open-air'],
      ['#x', '/?tag=x'],
    ],
  );
  t.same(await titles('/?tag=open-air'), ['Jazz']);
  const chosen = (await guest.open('/?tag=open-air')).document.querySelector('.chips [aria-current]');
  t.strictSame([chosen?.text, chosen?.getAttribute('href')], ['#open-air', '/']);
  t.match((await guest.open('/?tag=none')).words, 'Nothing found');
  t.same(await titles('/?tag=%22'), ['Jazz', 'Chess'], 'what makes no sense is left out');
});

t.test('a card tells a price that is not known apart from none', async (t) => {
  const { event, organizer, guest } = await openScene(t);
  await event(organizer, { title: 'Free' });
  await event(organizer, { title: 'Who knows', isPriceKnown: false });
  const cards = (await guest.open('/')).document.querySelectorAll('.card').map(({ text }) => text);
  t.strictSame(
    cards.map((text) => /Price: see the organizer/.test(text)),
    [false, true],
  );
});

t.test('a card says what it costs, how many go, and that it is full', async (t) => {
  const { event, organizer, person, call, guest } = await openScene(t);
  const { id } = await event(organizer, { capacity: 2 });
  const book = async (eventId: string, quantity: number) =>
    call(`PUT /v1/events/${eventId}/booking`, { as: await person(), body: { quantity } });
  await call(`POST /v1/events/${id}/rsvp`, { as: await person(), body: { status: 'going' } });
  await call(`POST /v1/events/${id}/rsvp`, { as: await person(), body: { status: 'interested' } });
  t.match((await guest.open('/')).words, 'Free · 1 person goes');
  t.match((await guest.open('/?lang=de')).words, 'Kostenlos · 1 Person geht hin');
  await book(id, 1);
  await book(id, 2);
  t.match((await guest.open('/')).words, 'Free · 2 people go', 'but for who waits');
  await book((await event(organizer, { capacity: 2 })).id, 2);
  t.match((await guest.open('/')).words, 'Free · Full');
  t.match((await guest.open('/?lang=de')).words, 'Kostenlos · Ausgebucht');
});

t.test('a visitor reaches later events', async (t) => {
  const { event, organizer, titles, guest } = await openScene(t);
  for (let count = 0; count < 13; count += 1) await event(organizer, { title: `Event ${count}` });
  t.equal((await titles('/')).length, 12);
  const next = (await guest.open('/?q=event')).document.querySelector('.pager a');
  t.equal(next?.getAttribute('href'), '/?q=event&page=2');
  t.equal(next?.closest('.pager')?.text.trim(), 'Later events');
  t.equal((await titles('/?q=event&page=2')).length, 1);
  const last = await guest.open('/?q=event&page=2');
  t.equal(last.document.querySelector('.pager')?.text.trim(), 'Earlier events');
  t.equal(last.document.querySelector('meta[name=robots]')?.getAttribute('content'), 'noindex, nofollow');
});

t.test('a page beyond the last one leads back to that', async (t) => {
  const { event, organizer, guest } = await openScene(t);
  for (let count = 0; count < 13; count += 1) await event(organizer);
  const beyond = await guest.open('/?page=99');
  t.match(beyond.words, 'There are no later events');
  t.equal(beyond.document.querySelector('.pager a')?.getAttribute('href'), '/?page=2');
});

t.test('an address that makes no sense is read as far as it does', async (t) => {
  const { event, organizer, titles, guest } = await openScene(t);
  await event(organizer, { title: 'Jazz' });
  for (const query of [
    'page=0',
    'page=x',
    'page=-1',
    'lat=91&lng=0',
    'lat=1',
    'lat=x&lng=y',
    'q=',
    'q=a&q=b',
    'lat=1&lat=2&lng=3',
    'utm_source=mail',
    'q=%00',
  ])
    t.same(await titles(`/?${query}`), ['Jazz'], query);
  for (const query of [
    'page=9999999',
    `q=${'x'.repeat(3_000)}`,
    'q=%3Cscript%3E',
    'q=%22%27%26',
    'lat=0&lng=180',
  ])
    t.same(await titles(`/?${query}`), [], query);
  t.notMatch((await guest.open('/?q=%3Cscript%3E')).text, '<script>');
});

t.test('the home page runs one script of its own and is short', async (t) => {
  const { event, organizer, guest, call } = await openScene(t);
  const address = 'ß&'.repeat(150);
  for (let count = 0; count < 12; count += 1)
    await event(organizer, { title: '"&<>𝄞'.repeat(40), location: { address, lat: 1, lng: 1 } });
  const page = await guest.open('/');
  t.ok(Buffer.byteLength(page.text) < 30_000, `${Buffer.byteLength(page.text)} bytes`);
  t.match(page.headers['content-security-policy'], "script-src 'self'");
  const script = page.document.querySelector('script')?.getAttribute('src') ?? '';
  t.match((await call(`GET ${script}`)).headers['content-type'], 'text/javascript');
  const cachedPage = await guest.open('/');
  t.equal(
    (await guest.open('/', { headers: { 'if-none-match': String(cachedPage.headers.etag) } })).status,
    304,
  );
});

t.test('a page in memory is of one language', async (t) => {
  const { guest } = await openScene(t);
  const languageOf = async (language: string) =>
    (await guest.open('/', { headers: { 'accept-language': language } })).document
      .querySelector('html')
      ?.getAttribute('lang');
  for (const language of ['en', 'en', 'de', 'de', 'en']) t.equal(await languageOf(language), language);
});

t.test('a day more than 300 days ahead is shown with its year', async (t) => {
  const { event, organizer, guest, world } = await openScene(t);
  const day = 86_400_000;
  const days = [300, 301].map((count) => new Date(world.clock.now().getTime() + count * day));
  for (const startAt of days)
    await event(organizer, { startAt, endAt: new Date(startAt.getTime() + 3_600_000) });
  const { document } = await guest.open('/');
  const [near, far] = document.querySelectorAll('.card .when').map(({ text }) => text);
  t.notMatch(near, String(days[0]?.getUTCFullYear()));
  t.match(far, String(days[1]?.getUTCFullYear()));
});

t.test('the title of the home page is the brand, of a search what was sought', async (t) => {
  const { guest } = await openScene(t);
  const titleOf = async (path: string) => (await guest.open(path)).document.querySelector('title')?.text;
  t.equal(await titleOf('/'), 'Lantern');
  t.match(await titleOf('/?q=jazz'), /jazz.* – Lantern$/);
});

t.test('the list begins near the visitor, with a link to everywhere', async (t) => {
  const homePlace = { lat: 48.2, lng: 16.37, radiusKm: 50 };
  const { event, person, call, ...scene } = await openTestSite(t, { site: { homePlace } });
  const organizer = await person();
  const at = (title: string, lat: number, lng: number) =>
    event(organizer, { title, location: { address: title, lat, lng } });
  await at('Tokyo', 35.68, 139.69);
  await at('Berlin', 52.52, 13.4);
  await at('Vienna', 48.21, 16.37);
  const guest = visitor({ call, ...scene });
  const titles = async (language: string, path = '/') => {
    const page = await guest.open(path, { headers: { 'accept-language': language } });
    return page.document.querySelectorAll('.card h2').map(({ text }) => text);
  };
  t.same(await titles('de-DE,de;q=0.9,ja-JP'), ['Berlin'], 'the country of the language');
  t.same(await titles('en,ja-JP'), ['Tokyo'], 'the first that names one');
  t.same(await titles('de'), ['Vienna'], 'the operator’s place');
  t.same(await titles('pt-BR'), ['Vienna'], 'where the country has nothing');
  t.same(await titles('de-DE', '/?q=vienna'), ['Vienna'], 'a search is for what it names');
  const near = await guest.open('/');
  const link = near.document.querySelector('a[href="/?everywhere=1"]');
  t.equal(link?.text, 'Everywhere');
  t.same((await titles('de-DE', '/?everywhere=1')).sort(), ['Berlin', 'Tokyo', 'Vienna']);
  await event(organizer, {
    title: 'Far',
    location: { address: 'Far', lat: -33, lng: 151 },
    category: 'tech',
  });
  const elsewhere = await guest.open('/?category=tech', { headers: { 'accept-language': 'de-DE' } });
  t.match(elsewhere.words, 'Nichts in deiner Region. 1 Veranstaltung anderswo');
  t.match((await guest.open('/?category=tech')).words, 'Nothing in your region. 1 event elsewhere');
  t.notMatch((await guest.open('/?category=tech&everywhere=1')).words, 'elsewhere');
});

t.test('today, tomorrow, this weekend, online and one category', async (t) => {
  const { event, person, titles, guest, world } = await openScene(t);
  // A Monday at noon, in UTC; a place in Berlin, whose days begin an hour before.
  world.clock.set(new Date('2026-06-08T12:00:00Z'));
  const organizer = await person();
  const on = (title: string, startAt: string, category = 'music') =>
    event(organizer, { title, category, startAt, endAt: new Date(Date.parse(startAt) + 3_600_000) });
  await on('Tonight', '2026-06-08T20:00:00Z');
  await on('Tuesday', '2026-06-09T10:00:00Z', 'food');
  await on('Saturday', '2026-06-13T10:00:00Z');
  await on('Sunday', '2026-06-14T20:00:00Z', 'food');
  await on('Next week', '2026-06-15T10:00:00Z');
  t.same(await titles('/?when=today'), ['Tonight']);
  t.same(await titles('/?when=tomorrow'), ['Tuesday']);
  t.same(await titles('/?online=1'), [], 'none of them is online');
  await event(organizer, {
    ...{
      title: 'Stream',
      attendance: 'online',
      onlineUrl: 'https://example.org/s',
      timeZone: 'Europe/Berlin',
    },
    ...{ startAt: '2026-06-22T10:00:00Z', endAt: '2026-06-22T11:00:00Z' },
  });
  t.same(await titles('/?online=1'), ['Stream']);
  t.same(await titles('/?when=weekend'), ['Saturday', 'Sunday']);
  t.same(await titles('/?category=food'), ['Tuesday', 'Sunday']);
  t.same(await titles('/?when=weekend&category=food'), ['Sunday']);
  t.equal((await titles('/?when=never&category=%22')).length, 6, 'what makes no sense is left out');
  const page = await guest.open('/?when=weekend');
  const chip = page.document.querySelector('.chips [aria-current]');
  t.same([chip?.text, chip?.getAttribute('href')], ['This weekend', '/']);
  world.clock.set(new Date('2026-06-14T12:00:00Z'));
  t.same(await titles('/?when=weekend'), ['Sunday'], 'on the weekend itself what is left of it');
});

t.test('the language is chosen by the browser, or by a link', async (t) => {
  const { guest } = await openScene(t);
  const page = await guest.open('/');
  const link = page.document.querySelector('a[hreflang=de]')?.getAttribute('href') ?? '';
  t.match((await guest.open(link)).words, 'Was läuft');
});

t.test('categories have names in the language of the page', async (t) => {
  const { call } = await openTestSite(t);
  t.match((await call('GET /?lang=de')).text, /category=music[^>]*>[^<]*Musik</);
  t.match((await call('GET /?lang=en')).text, /category=music[^>]*>[^<]*Music</);
});

t.test('a cover of ours is served to be kept', async (t) => {
  const { event, organizer, guest, call } = await openScene(t);
  await event(organizer);
  const page = await guest.open('/');
  const source = page.document.querySelector('.cover img')?.getAttribute('src') ?? '';
  const picture = await call(`GET ${source}`);
  t.match(picture.headers, { 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=86400' });
  t.match(picture.text, /^<svg [^>]+>.*<\/svg>\n$/);
  t.equal((await call('GET /assets/covers/none.svg')).status, 404);
});

t.test('a day, what is free, and a country', async (t) => {
  const { event, person, titles, guest, world } = await openScene(t);
  world.clock.set(new Date('2026-06-08T12:00:00Z'));
  const organizer = await person();
  const on = (title: string, day: string, changes: object = {}) =>
    event(organizer, {
      ...{ title, startAt: `${day}T10:00:00Z`, endAt: `${day}T11:00:00Z`, ...changes },
    });
  const tokyo = { address: 'Tokyo', lat: 35.68, lng: 139.69 };
  await on('Free', '2026-06-20');
  await on('Dear', '2026-06-20', { price: 12 });
  await on('Who knows', '2026-06-21', { isPriceKnown: false });
  await on('Far', '2026-06-21', { location: tokyo });
  t.same(await titles('/?day=2026-06-20'), ['Free', 'Dear']);
  t.same(await titles('/?free=1'), ['Free', 'Far']);
  t.same(await titles('/?free=1&day=2026-06-20'), ['Free']);
  t.same(await titles('/?region=JP'), ['Far']);
  t.same(await titles('/?region=DE&day=2026-06-21'), ['Who knows']);
  for (const query of [
    'day=2026-02-31',
    'day=2026-06-01',
    'day=x',
    'region=XX',
    'region=toString',
    'region=all',
  ])
    t.equal((await titles(`/?${query}`)).length, 4, query);
  const page = await guest.open('/?region=DE&day=2026-06-21&free=1');
  t.match(page.words, '0 events · Germany');
  t.strictSame([page.field('region'), page.field('day'), page.field('free')], ['DE', '2026-06-21', '1']);
  const chips = page.document.querySelectorAll('.chips [aria-current]');
  t.strictSame(
    chips.map((chip) => [chip.text, chip.getAttribute('href')]),
    [
      ['Sun 21 June', '/?region=DE&free=1'],
      ['Free', '/?region=DE&day=2026-06-21'],
    ],
  );
  t.equal(page.document.querySelector('.panel a')?.getAttribute('href'), '/?everywhere=1', 'and a way on');
  t.match((await guest.open('/?region=DE&lang=de')).words, '3 Veranstaltungen · Deutschland');
});

t.test('the region is named', async (t) => {
  const homePlace = { lat: 52.52, lng: 13.4, radiusKm: 50 };
  for (const [name, words] of [
    ['Berlin', '1 event · Around Berlin'],
    [undefined, '1 event · Your region'],
  ] as const) {
    const scene = await openTestSite(t, { site: { homePlace: name ? { ...homePlace, name } : homePlace } });
    await scene.event(await scene.person());
    const guest = visitor(scene);
    t.match((await guest.open('/')).words, words);
    t.match((await guest.open('/?everywhere=1')).words, '1 event · Everywhere');
    t.match((await guest.open('/?lat=52.5&lng=13.4')).words, '1 event · Near you');
  }
});

t.test('a series is one card, which says how many dates there are', async (t) => {
  const { event, organizer, call, titles, guest, world } = await openScene(t);
  const { title: _, startAt, endAt, ...rest } = await event(organizer, { title: 'Before' });
  const series = await call('POST /v1/event-series', {
    as: organizer,
    body: {
      rule: 'FREQ=DAILY;COUNT=20',
      event: {
        ...{ title: 'Daily', description: '', category: 'music', location: rest.location },
        ...{ startAt, endAt, timeZone: rest.timeZone },
      },
    },
  });
  t.equal(series.status, 201);
  const late = new Date(Date.parse(startAt) + 40 * 86_400_000);
  await event(organizer, {
    ...{ title: 'After', startAt: late, endAt: new Date(late.getTime() + 3_600_000) },
  });
  t.same((await titles('/')).toSorted(), ['After', 'Before', 'Daily']);
  t.match((await guest.open('/')).words, 'and 19 more dates');
  t.match((await guest.open('/')).words, '3 events');
  t.same(await titles('/?page=2'), []);
  world.clock.set(new Date(Date.parse(endAt) + 86_400_000));
  t.match((await guest.open('/?q=daily')).words, 'and 17 more dates', 'of what is to come');
  t.match((await guest.open('/?q=daily&lang=de')).words, 'und 17 weitere Termine');
});

t.test('a page has twelve cards where there are so many, of one list', async (t) => {
  const { event, person, call, titles, world } = await openScene(t);
  const organizer = await person();
  const { startAt, endAt, location, timeZone } = await event(organizer, { title: 'Alone' });
  for (let count = 0; count < 12; count += 1) {
    const body = {
      rule: `FREQ=DAILY;COUNT=${count + 20}`,
      event: {
        title: `Daily ${count}`,
        description: '',
        category: 'music',
        location,
        startAt,
        endAt,
        timeZone,
      },
    };
    t.equal((await call('POST /v1/event-series', { as: await person(), body })).status, 201);
  }
  const lists = t.capture(world.domain, 'listEvents', world.domain.listEvents);
  const first = await titles('/?everywhere=1');
  t.equal(first.length, 12);
  t.equal(lists().length, 1);
  const second = await titles('/?everywhere=1&page=2');
  t.equal(new Set([...first, ...second]).size, 13, 'each once');
  t.equal(lists().length, 1);
  await titles('/');
  t.ok(lists().length <= 3, 'the guesses of a place');
});
