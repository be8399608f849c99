import jsonld from 'jsonld';
import t, { type Test } from 'tap';
import { newEvent, type Person } from '../../../http/test-support/test-app.ts';
import { openTestSite } from '../../test-support/test-site.ts';
import { visitor } from '../../test-support/visitor.ts';

const schema = 'https://schema.org/';

/** What schema.org's context says of the terms that an event uses; a processor would load it from there. */
const context = {
  '@vocab': schema,
  url: { '@type': '@id' },
  image: { '@type': '@id' },
  sameAs: { '@type': '@id' },
  eventStatus: { '@type': '@id' },
  eventAttendanceMode: { '@type': '@id' },
  startDate: { '@type': 'DateTime' },
  endDate: { '@type': 'DateTime' },
};

/** The properties of schema.org that each type may have here. */
const properties: Readonly<Record<string, readonly string[]>> = {
  Event: [
    ...['url', 'name', 'description', 'startDate', 'endDate', 'eventStatus', 'eventAttendanceMode', 'image'],
    ...['sameAs', 'location', 'organizer', 'isAccessibleForFree', 'offers', 'superEvent', 'keywords'],
  ],
  EventSeries: ['name', 'eventSchedule'],
  Schedule: [
    ...['repeatFrequency', 'byDay', 'byMonthDay', 'startTime', 'endTime', 'duration', 'scheduleTimezone'],
    ...['repeatCount', 'endDate'],
  ],
  VirtualLocation: ['url'],
  Place: ['name', 'address', 'geo'],
  GeoCoordinates: ['latitude', 'longitude'],
  Offer: ['url', 'price', 'priceCurrency'],
  Person: ['name'],
  Organization: ['name', 'url'],
};
const required = ['name', 'startDate', 'location'];

type Node = Readonly<Record<string, unknown>>;

const firstOf = (node: Node, name: string): Node => {
  const [first] = (node[`${schema}${name}`] ?? []) as readonly Node[];
  if (!first) throw new Error(`no ${name} in ${JSON.stringify(node)}`);
  return first;
};

/** Fails unless each node has a type of schema.org and properties of that type alone. */
const checkTypes = (t: Test, node: Node): void => {
  const [type = ''] = (node['@type'] ?? []) as readonly string[];
  const property = properties[type.slice(schema.length)];
  t.ok(type.startsWith(schema) && property, `a type of schema.org: ${type}`);
  for (const [name, values] of Object.entries(node)) {
    if (name.startsWith('@')) continue;
    t.ok(property?.includes(name.slice(schema.length)), `a property of ${type}: ${name}`);
    for (const value of values as readonly Node[])
      if ('@type' in value && !('@value' in value)) checkTypes(t, value);
  }
};

const openScene = async (t: Test) => {
  const scene = await openTestSite(t);
  const guest = visitor(scene);
  /** The data of an event's page as a JSON-LD processor understands it. */
  const expanded = async (id: string): Promise<Node> => {
    const { document } = await guest.open(`/e/${id}`);
    const scripts = document.querySelectorAll('script');
    const [data, ...others] = scripts.filter((script) => !script.hasAttribute('src'));
    t.equal(others.length, 0, 'one script besides the files');
    t.equal(data?.getAttribute('type'), 'application/ld+json');
    const nodes = await jsonld.expand(JSON.parse(data?.text ?? ''), {
      documentLoader: async (url) => {
        t.equal(url, 'https://schema.org');
        return { documentUrl: url, document: { '@context': context } };
      },
    });
    t.equal(nodes.length, 1, 'one thing');
    const [node = {}] = nodes as readonly Node[];
    checkTypes(t, node);
    for (const name of required) t.ok(`${schema}${name}` in node, `required: ${name}`);
    return node;
  };
  const textOf = (node: Node, name: string) => firstOf(node, name)['@value'];
  const idOf = (node: Node, name: string) => firstOf(node, name)['@id'];
  return { ...scene, expanded, textOf, idOf };
};

const named = async (scene: Awaited<ReturnType<typeof openScene>>): Promise<Person> => {
  const organizer = await scene.person();
  await scene.call('PATCH /v1/auth/me', { as: organizer, body: { name: 'Mira' } });
  return organizer;
};

t.test('a public event says to programs what schema.org asks for', async (t) => {
  const scene = await openScene(t);
  const { event, expanded, textOf, idOf } = scene;
  const concert = await event(await named(scene), {
    price: 12.5,
    coverUrl: 'https://pictures.example/a.jpg',
    tags: ['open-air', 'x'],
    sourceUrl: 'https://source.example.com/e/1',
  });
  const node = await expanded(concert.id);
  const url = `https://events.example.com/e/${concert.id}`;
  t.equal(node['@id'], url);
  t.equal(idOf(node, 'url'), url);
  t.equal(idOf(node, 'sameAs'), 'https://source.example.com/e/1');
  t.equal(textOf(node, 'name'), 'Lantern concert');
  for (const [name, instant] of [
    ['startDate', concert.startAt],
    ['endDate', concert.endAt],
  ] as const) {
    const value = String(textOf(node, name));
    t.match(value, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/, 'with the offset of the place');
    t.equal(Date.parse(value), Date.parse(instant));
  }
  t.strictSame(node[`${schema}keywords`], [{ '@value': 'open-air' }, { '@value': 'x' }]);
  t.equal(idOf(node, 'eventStatus'), `${schema}EventScheduled`);
  t.equal(idOf(node, 'image'), 'https://pictures.example/a.jpg');
  const place = firstOf(node, 'location');
  t.equal(textOf(place, 'address'), 'Maybachufer 1, Berlin');
  t.equal(textOf(firstOf(place, 'geo'), 'latitude'), 52.4931);
  t.equal(textOf(firstOf(place, 'geo'), 'longitude'), 13.4266);
  const offer = firstOf(node, 'offers');
  t.equal(textOf(offer, 'price'), '12.50');
  t.equal(textOf(offer, 'priceCurrency'), 'EUR');
  t.equal(textOf(firstOf(node, 'organizer'), 'name'), 'Mira');
});

t.test('a price that is not known is neither an offer nor free', async (t) => {
  const { event, expanded, person } = await openScene(t);
  const node = await expanded((await event(await person(), { isPriceKnown: false })).id);
  for (const name of ['offers', 'isAccessibleForFree']) t.notOk(`${schema}${name}` in node, name);
});

t.test(
  'a free event is offered for nothing, a cancelled one says so, a nameless organizer is the platform',
  async (t) => {
    const { event, expanded, textOf, idOf, person, call } = await openScene(t);
    const organizer = await person();
    const { id } = await event(organizer);
    await call(`POST /v1/events/${id}/cancel`, { as: organizer });
    const node = await expanded(id);
    t.equal(idOf(node, 'eventStatus'), `${schema}EventCancelled`);
    t.equal(textOf(firstOf(node, 'offers'), 'price'), '0.00');
    t.equal(textOf(node, 'isAccessibleForFree'), true);
    t.match(firstOf(node, 'organizer')['@type'], [`${schema}Organization`]);
    t.match(idOf(node, 'image'), /^https:\/\/events\.example\.com\/assets\/previews\/music-\d+\.png$/);
  },
);

t.test('whole days are days on pages, cards, in links and data', async (t) => {
  const { expanded, textOf, event, person, call, world, ...scene } = await openScene(t);
  const organizer = await person();
  const days = {
    ...{ isAllDay: true, timeZone: 'Europe/Berlin' },
    ...{ startAt: '2026-12-03T23:00:00Z', endAt: '2026-12-07T23:00:00Z' },
  };
  const { id, isAllDay } = await event(organizer, days);
  t.equal(isAllDay, true);
  const node = await expanded(id);
  t.equal(textOf(node, 'startDate'), '2026-12-04');
  t.equal(textOf(node, 'endDate'), '2026-12-07');
  const { words, document } = await visitor({ call, ...scene }).open(`/e/${id}`);
  t.match(words, '4–7 December 2026');
  t.notMatch(words, '00:00');
  t.equal(document.querySelector('.facts time')?.getAttribute('datetime'), '2026-12-04');
  const google = document
    .querySelector('.links-row a[href^="https://calendar"]')
    ?.getAttribute('href')
    ?.replaceAll('&amp;', '&');
  t.equal(new URL(google ?? '').searchParams.get('dates'), '20261204/20261208');
  const german = await visitor({ call, ...scene }).open(`/e/${id}?lang=de`);
  t.match(german.words, '4.–7. Dezember 2026');
  await event(organizer, { title: 'Other' });
  t.match((await visitor({ call, ...scene }).open('/')).words, '4–7 December');
  t.match((await call(`GET /e/${id}/calendar.ics`)).text, 'DTSTART;VALUE=DATE:20261204');
  const rule = 'FREQ=DAILY;INTERVAL=7;COUNT=3';
  const body = { event: { ...newEvent(world), ...days }, rule };
  const [first] = (await call('POST /v1/event-series', { as: organizer, body })).body.events;
  const ofSeries = await visitor({ call, ...scene }).open(`/e/${first.id}`);
  t.match(ofSeries.words, 'Fri 11 December');
  t.notMatch(ofSeries.words, '00:00');
  const schedule = firstOf(firstOf(await expanded(first.id), 'superEvent'), 'eventSchedule');
  t.equal(textOf(schedule, 'duration'), 'P4D');
  t.notOk(`${schema}startTime` in schedule);
});

t.test('an event of a series says which one, and when it takes place', async (t) => {
  const { call, expanded, textOf, person, world } = await openScene(t);
  const organizer = await person();
  const dataOf = async (rule: string, changes: object = {}) => {
    const event = { ...newEvent(world), timeZone: 'Europe/Berlin', ...changes };
    const { body } = await call('POST /v1/event-series', { as: organizer, body: { event, rule } });
    const [{ id }] = body.events;
    return { id, series: firstOf(await expanded(id), 'superEvent') };
  };
  const textsOf = (node: Node, name: string) =>
    ((node[`${schema}${name}`] ?? []) as readonly Node[]).map((value) => value['@value']);
  const { id, series } = await dataOf('FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH;COUNT=6');
  t.strictSame([series['@type'], textOf(series, 'name')], [[`${schema}EventSeries`], 'Lantern concert']);
  const schedule = firstOf(series, 'eventSchedule');
  t.strictSame(
    ['repeatFrequency', 'startTime', 'endTime', 'scheduleTimezone', 'repeatCount'].map((name) =>
      textOf(schedule, name),
    ),
    ['P2W', '14:00:00', '16:00:00', 'Europe/Berlin', 6],
  );
  t.strictSame(textsOf(schedule, 'byDay'), [`${schema}Tuesday`, `${schema}Thursday`]);
  for (const [rule, name, values] of [
    ['FREQ=MONTHLY;BYDAY=1TU;UNTIL=20270101', 'byDay', ['1TU']],
    ['FREQ=MONTHLY;BYDAY=1TU;UNTIL=20270101', 'endDate', ['2027-01-01']],
    ['FREQ=DAILY;UNTIL=20270101T233000Z', 'endDate', ['2027-01-02']],
    ['FREQ=DAILY;BYMONTHDAY=2,3', 'byMonthDay', [2, 3]],
    ['FREQ=DAILY', 'endDate', []],
  ] as const) {
    const { series: other } = await dataOf(rule);
    const texts = textsOf(firstOf(other, 'eventSchedule'), name);
    t.strictSame(
      texts.map((value) => (name === 'endDate' ? String(value).slice(0, 10) : value)),
      values,
      rule,
    );
  }
  // A Schedule has no word for it, and none for an event that was moved.
  t.notOk(`${schema}eventSchedule` in (await dataOf('FREQ=MONTHLY;BYDAY=TU;BYSETPOS=1')).series);
  await call(`PATCH /v1/events/${id}`, { as: organizer, body: { title: 'Other' } });
  const moved = firstOf(await expanded(id), 'superEvent');
  t.notOk(`${schema}eventSchedule` in moved);
  const online = await dataOf('FREQ=DAILY', {
    attendance: 'online',
    onlineUrl: 'https://meet.example/secret',
  });
  t.notMatch(JSON.stringify(await expanded(online.id)), 'meet.example');
});

t.test('no text of an organizer ends the script', async (t) => {
  const { event, expanded, textOf, person } = await openScene(t);
  const organizer = await person();
  for (const title of [
    '</script><script>alert(1)</script>',
    '<!--<script>',
    '"}\\u003c',
    'مهرجان الموسيقى',
    '𝄞'.repeat(100),
  ]) {
    const { id } = await event(organizer, { title, description: title });
    t.equal(textOf(await expanded(id), 'name'), title);
  }
});

t.test('a postponed event says so to programs and to people, and takes no new answer', async (t) => {
  const scene = await openScene(t);
  const { event, expanded, idOf, person, call } = scene;
  const organizer = await person();
  const { id } = await event(organizer);
  t.equal((await call(`POST /v1/events/${id}/postpone`, { as: organizer })).body.status, 'postponed');
  t.equal(idOf(await expanded(id), 'eventStatus'), `${schema}EventPostponed`);
  for (const [language, text] of [
    ['en', /This event is postponed.*A new date is not known yet/s],
    ['de', /Diese Veranstaltung ist verschoben.*Ein neuer Termin steht noch nicht fest/s],
  ] as const) {
    const page = await visitor(scene, { headers: { 'accept-language': language } }).open(`/e/${id}`);
    t.match(page.words, text);
    t.notMatch(page.text, 'calendar.google.com');
    t.equal(page.document.querySelector('input[value=going]'), null);
    t.notMatch(page.words, /Answers are closed|Antwortfrist/);
    t.match(page.words, /Answers wait for the new date|sobald es einen neuen Termin gibt/);
  }
  t.match((await call(`GET /e/${id}/calendar.ics`)).text, 'STATUS:TENTATIVE');
  t.notMatch((await visitor(scene).open('/')).words, 'Lantern concert');
  scene.world.clock.advance(9 * 86_400_000);
  const page = await visitor(scene).open(`/e/${id}`);
  t.notMatch(page.words, 'This event is over');
});
