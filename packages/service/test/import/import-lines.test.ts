import { Readable } from 'node:stream';
import { type EventRecord, signUp } from '@event-platform/domain';
import { createMemoryWorld, type MemoryWorld } from '@event-platform/domain/memory';
import { mappedTimeZones } from '@event-platform/node';
import t from 'tap';
import { surveyOf } from '../../src/import/file/file-survey.ts';
import { readItems } from '../../src/import/file/read-items.ts';
import { readLines } from '../../src/import/file/read-lines.ts';
import { type ImportMode, importLines } from '../../src/import/import-lines.ts';
import { sentenceOf } from '../../src/import/report/fault-file.ts';
import { noCounts } from '../../src/import/report/import-counts.ts';

const conference = {
  '@context': 'https://schema.org',
  '@type': 'Event',
  name: 'Ruby Days',
  url: 'https://ruby.example.com',
  startDate: '2027-02-27',
  endDate: '2027-02-28',
  location: {
    '@type': 'Place',
    name: 'Cape Town',
    address: { '@type': 'PostalAddress', addressLocality: 'Cape Town', addressCountry: 'ZA' },
    geo: { '@type': 'GeoCoordinates', latitude: -33.92584, longitude: '18.42322' },
  },
  keywords: ['ruby', 'web'],
  inLanguage: ['EN'],
};

const body = {
  title: 'Board games',
  description: 'Bring one.',
  startAt: '2027-03-01T19:00:00+01:00',
  endAt: '2027-03-01T22:00:00+01:00',
  location: { address: 'Somewhere 1, Berlin', lat: 52.5, lng: 13.4 },
  category: 'games',
};

const bytesOf = (...lines: readonly unknown[]): Buffer =>
  Buffer.from(lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'));

const chunksOf = (content: Buffer, bytes: number): Readable =>
  Readable.from(
    Array.from({ length: Math.ceil(content.length / bytes) }, (_, index) =>
      content.subarray(index * bytes, (index + 1) * bytes),
    ),
  );

const importInto = async (
  world: MemoryWorld,
  content: Buffer,
  // Small chunks, so that lines and characters are split.
  {
    chunkBytes = 7,
    maxLineBytes = 10_000,
    ...mode
  }: { chunkBytes?: number; maxLineBytes?: number } & ImportMode = {},
) => {
  const { user } = await signUp(world.dependencies)({ phone: '+491713920037', name: 'Importer' });
  const faults: [number, string][] = [];
  const items = () => readItems(readLines(chunksOf(content, chunkBytes), maxLineBytes));
  const counts = await importLines(world.domain.importEvents)({
    items: items(),
    survey: await surveyOf(items()),
    organizerId: user.id,
    currency: 'EUR',
    timeZones: mappedTimeZones(),
    now: world.dependencies.clock.now(),
    onFault: (number, faultsOfLine) => faults.push([number, faultsOfLine.map(sentenceOf).join('; ')]),
    ...mode,
  });
  return { counts, faults, events: world.tables.events.rows() };
};

const importOne = async (line: unknown): Promise<{ event?: EventRecord; fault?: string }> => {
  const { events, faults } = await importInto(createMemoryWorld(), bytesOf(line));
  return { ...(events[0] ? { event: events[0] } : {}), ...(faults[0] ? { fault: faults[0][1] } : {}) };
};

t.test('imports a schema.org Event with its place, days, topic and a description', async (t) => {
  const { event } = await importOne(conference);
  t.match(event, {
    title: 'Ruby Days',
    startAt: new Date('2027-02-26T22:00:00Z'),
    endAt: new Date('2027-02-28T22:00:00Z'),
    location: { address: 'Cape Town, South Africa', lat: -33.92584, lng: 18.42322 },
    category: 'other',
    priceMinor: 0,
    capacity: null,
    coverUrl: null,
    visibility: 'public',
    description: 'Topics: ruby, web. Language: English.',
    sourceUrl: 'https://ruby.example.com/',
  });
});

t.test('a URL with a user name or password is a fault of its line', async (t) => {
  const url = 'https://ada:secret@ruby.example.com/';
  t.match((await importOne({ ...conference, image: url })).fault, /coverUrl must be .* without user name/);
  const location = { '@type': 'VirtualLocation', url };
  t.match((await importOne({ ...conference, location })).fault, /onlineUrl must be .* without user name/);
});

t.test(
  'more is at the event’s URL, else where it is sold; a URL that cannot be shown is left out',
  async (t) => {
    const { url: _url, ...without } = conference as Record<string, unknown>;
    const unusable = 'https://ada:secret@ruby.example.com/';
    for (const [line, sourceUrl] of [
      [{ url: 'http://ruby.example.com/Ł' }, 'http://ruby.example.com/%C5%81'],
      [{ offers: { url: 'https://tickets.example.com/1' } }, 'https://tickets.example.com/1'],
      [{ url: unusable, offers: [{ price: 1 }, { url: 'https://t.example/2' }] }, 'https://t.example/2'],
      [{ offers: { offers: [{ url: 'https://t.example/3' }] } }, 'https://t.example/3'],
      [{ url: 'https://t.example/?a=1&#038;b=2&amp;c=3' }, 'https://t.example/?a=1&b=2&c=3'],
      [{ url: unusable }, null],
      [{ url: 'mailto:ada@example.com' }, null],
      [{}, null],
    ] as const)
      t.match((await importOne({ ...without, ...line })).event, { sourceUrl });
  },
);

t.test('keeps the fields that a line has', async (t) => {
  const { event } = await importOne({
    ...conference,
    '@type': ['MusicEvent'],
    name: { '@language': 'pl', '@value': 'Łódź śpiewa' },
    description: 'Koncert',
    image: [{ '@type': 'ImageObject', url: 'https://rüby.example.com/Łódź 100%|\ud800.jpg?a=%20' }],
    offers: [
      { price: '19.99', priceCurrency: 'EUR' },
      { price: 12.5, priceCurrency: 'EUR' },
    ],
    maximumAttendeeCapacity: 80,
    startDate: '2027-02-27T20:00+01:00',
    endDate: '2027-02-27T23:30:00Z',
    keywords: 'Music, jazz',
    location: [
      { '@type': 'VirtualLocation', url: 'https://stream.example.com' },
      {
        '@type': 'Place',
        name: 'Klub',
        address: 'Piotrkowska 1, Łódź',
        geo: { latitude: 51.7, longitude: 19.4 },
      },
    ],
  });
  t.match(event, {
    title: 'Łódź śpiewa',
    description: 'Koncert',
    coverUrl: 'https://xn--rby-hoa.example.com/%C5%81%C3%B3d%C5%BA%20100%25%7C%EF%BF%BD.jpg?a=%20',
    priceMinor: 1_250,
    capacity: 80,
    startAt: new Date('2027-02-27T19:00:00Z'),
    endAt: new Date('2027-02-27T23:30:00Z'),
    location: { address: 'Klub, Piotrkowska 1, Łódź' },
    category: 'music',
    tags: ['music', 'jazz'],
  });
});

t.test('without an end a day lasts a day, a time of day two hours, or its duration', async (t) => {
  const { endDate: _, ...open } = conference;
  t.match(await importOne(open), { event: { endAt: new Date('2027-02-27T22:00:00Z') } });
  const evening = { ...open, startDate: '2027-02-27T18:00:00Z' };
  t.match(await importOne({ ...evening, duration: 'PT2H30M' }), {
    event: { endAt: new Date('2027-02-27T20:30:00Z') },
  });
  t.match(await importOne(evening), { event: { endAt: new Date('2027-02-27T20:00:00Z') } });
});

t.test('a body of whole days that are none is a fault', async (t) => {
  const days = {
    ...body,
    isAllDay: true,
    startAt: '2027-03-01T00:00:00+01:00',
    endAt: '2027-03-02T00:00:00+01:00',
  };
  t.match(await importOne(days), { event: { title: 'Board games' } });
  t.equal(
    (await importOne({ ...days, endAt: body.endAt })).fault,
    '/isAllDay must be false unless startAt and endAt are midnights in Europe/Berlin',
  );
  t.match((await importOne({ ...days, timeZone: 'No/Where' })).fault, /timeZone must be/);
});

t.test('times of a body are read as those of schema.org', async (t) => {
  const { endAt: _, ...endless } = body;
  const online = { location: undefined, attendance: 'online', onlineUrl: 'https://meet.example/1' };
  const span = async (line: object) => {
    const { event, fault } = await importOne(line);
    const times = event && [event.startAt, event.endAt].map((at) => at.toISOString().slice(0, 16)).join(' ');
    return times ? `${times}${event.isAllDay ? ' all day' : ''}` : fault;
  };
  const local = { startAt: '2027-03-01T19:00', endAt: '2027-03-01T22:00' };
  t.equal(await span({ ...body, ...local }), '2027-03-01T18:00 2027-03-01T21:00');
  t.equal(await span({ ...endless, startAt: local.startAt }), '2027-03-01T18:00 2027-03-01T20:00');
  t.equal(await span({ ...endless, startAt: '2027-03-01' }), '2027-02-28T23:00 2027-03-01T23:00 all day');
  const days = { startAt: '2027-03-01', endAt: '2027-03-02' };
  t.equal(await span({ ...body, ...days }), '2027-02-28T23:00 2027-03-02T23:00 all day');
  t.equal(await span({ ...body, ...days, isAllDay: false }), '2027-02-28T23:00 2027-03-02T23:00');
  t.match(await span({ ...body, ...online, ...local }), /startAt has no offset/);
  const tokyo = { ...body, ...online, ...local, timeZone: 'Asia/Tokyo' };
  t.equal(await span(tokyo), '2027-03-01T10:00 2027-03-01T13:00');
  t.match(await span({ ...body, endAt: 5 }), /endAt must be/);
  t.match(await span({ ...body, endAt: 'late' }), /endAt must be/);
  const { event } = await importOne({ ...body, rsvpUntil: '2027-02-28T12:00' });
  t.equal(event?.rsvpUntil?.toISOString(), '2027-02-28T11:00:00.000Z');
  t.match((await importOne({ ...body, rsvpUntil: 5 })).fault, /rsvpUntil must be/);
});

t.test('a body with a rule, or one of POST /v1/event-series, is a series', async (t) => {
  for (const line of [
    { ...body, rule: 'FREQ=WEEKLY;COUNT=3' },
    { event: body, rule: 'RRULE:FREQ=WEEKLY;COUNT=3' },
  ]) {
    const world = createMemoryWorld();
    const { counts, events } = await importInto(world, bytesOf(line));
    t.match([counts.added, counts.failed, events.length], [1, 0, 3]);
    t.match(world.tables.series.rows(), [{ rule: 'FREQ=WEEKLY;COUNT=3' }]);
    t.match((await importInto(world, bytesOf(line))).counts, { unchanged: 1 });
  }
  t.match((await importOne({ ...body, rule: 'weekly' })).fault, /rule must be/);
});

t.test('imports a body of POST /v1/events like the route', async (t) => {
  const { event } = await importOne({
    ...body,
    price: 5,
    capacity: 10,
    visibility: 'private',
    enabledModules: ['chat'],
    tags: ['chess', 'go'],
    metadata: { till: '7', hall: 'B' },
  });
  t.match(event, {
    title: 'Board games',
    tags: ['chess', 'go'],
    metadata: { hall: 'B', till: '7' },
    startAt: new Date('2027-03-01T18:00:00Z'),
    priceMinor: 500,
    capacity: 10,
    visibility: 'private',
    enabledModules: ['chat'],
    template: 'standard',
  });
});

t.test('a price that a source does not tell is not known, or what the host has said', async (t) => {
  const { url: _, ...rest } = conference;
  const ours = { ...body, '@id': 'ours' };
  const prices = async (line: object, host?: object) => {
    const world = createMemoryWorld();
    await importInto(world, bytesOf(line));
    const [imported] = world.tables.events.rows();
    if (!imported) throw new Error('nothing was imported');
    const { id: eventId, organizerId: callerId } = imported;
    if (host) await world.domain.updateEvent({ eventId, callerId, changes: host });
    await importInto(world, bytesOf({ ...line, ...('title' in line ? { title: 'New' } : { name: 'New' }) }));
    const [event] = world.tables.events.rows();
    t.equal(event?.title, 'New');
    return [event?.priceMinor, event?.isPriceKnown];
  };
  for (const line of [{ ...rest, '@id': 'theirs' }, ours]) {
    t.strictSame(await prices(line), [0, false]);
    t.strictSame(await prices(line, { price: 15 }), [1_500, true]);
    t.strictSame(await prices(line, { isPriceKnown: true }), [0, true]);
  }
  t.strictSame(await prices({ ...ours, price: 0 }), [0, true]);
  t.strictSame(await prices({ ...ours, price: 5 }), [500, true]);
  t.strictSame(await prices({ ...ours, isPriceKnown: true }), [0, true]);
  t.strictSame(await prices({ ...ours, isPriceKnown: false }, { price: 15 }), [0, false]);
  const offers = { price: 5, priceCurrency: 'USD' };
  t.strictSame(await prices({ ...rest, '@id': 'dollars', offers }), [0, false]);
});

t.test('reports invalid lines by number and reason, and imports the others', async (t) => {
  const { counts, faults, events } = await importInto(
    createMemoryWorld(),
    bytesOf(
      conference,
      '{"name": "cut off',
      '',
      '[1]',
      { ...conference, startDate: '2027-02-30' },
      { ...conference, url: 'https://go.example', endDate: '2027-02-20' },
      { ...conference, location: { name: 'Nowhere' }, name: '' },
      { ...conference, '@type': 'Person' },
      { ...conference, url: 'https://usd.example', offers: { price: 10, priceCurrency: 'USD' } },
      { ...conference, url: 'https://c.example', eventStatus: 'https://schema.org/EventCancelled' },
      { ...body, price: '5', startAt: 'soon' },
      { ...body, location: { address: 'x', lat: 91, lng: 0 } },
      `{"title":"${'x'.repeat(2_000)}"}`,
      body,
    ),
    { maxLineBytes: 1_500 },
  );
  t.match(faults, [
    [2, 'is not JSON'],
    [4, 'is not a JSON object'],
    [5, /^\/startDate must be a date/],
    [6, '/endAt must be after startAt'],
    [7, /\/name must not be blank; \/location\/geo must have/],
    [8, /^\/@type must be Event/],
    [11, /\/startAt must be a date .*; \/price must be a number/],
    [12, /\/location\/lat must be/],
    [13, 'is longer than 1500 bytes'],
  ]);
  t.same(counts, { ...noCounts(), lines: 13, added: 3, unknownCancelled: 1, failed: 9, unidentified: 6 });
  t.equal(events.length, 3);
});

t.test(
  'leaves out lines whose texts the platform refuses, and says which characters these are',
  async (t) => {
    const { counts, faults } = await importInto(
      createMemoryWorld(),
      bytesOf(
        { ...conference, name: 'Ruby\u202eDays' },
        { ...body, title: 'Board\ngames' },
        { ...body, title: 'Two', description: 'One\r\ntwo' },
        { ...body, title: 'Three', description: `a${'\u0301'.repeat(31)}` },
        { ...body, title: 'Four', price: 10.000_000_1 },
        { ...conference, url: 'https://bell.example', keywords: ['ru\u0007by'] },
        { ...body, description: 'One\n\ttwo' },
      ),
    );
    t.same(faults, [
      [1, '/title must not contain bidirectional embeddings, overrides or isolates'],
      [2, '/title must be one line without control characters or line breaks'],
      [3, '/description must not contain control characters other than line feed and tab'],
      [4, '/description must not contain more than 30 combining marks in a row'],
      [5, '/price must be a number from 0 to 10000000 with at most 2 decimals'],
      [6, '/description must not contain control characters other than line feed and tab'],
    ]);
    t.same(counts, { ...noCounts(), lines: 7, added: 1, failed: 6 });
  },
);

t.test('reports a line that is not UTF-8, and removes a byte order mark', async (t) => {
  const content = Buffer.concat([
    Buffer.from('\ufeff'),
    bytesOf(conference),
    Buffer.from('\r\n'),
    Buffer.from([0x7b, 0xff, 0x7d, 0x0a]),
    bytesOf({ ...body, title: 'Ночь настольных игр 🎲' }),
  ]);
  const { faults, events } = await importInto(createMemoryWorld(), content);
  t.same(faults, [[2, 'is not UTF-8']]);
  t.same(events.map(({ title }) => title).sort(), ['Ruby Days', 'Ночь настольных игр 🎲']);
});

t.test('adds nothing in a second run; one page for several places or years is several events', async (t) => {
  const world = createMemoryWorld();
  const elsewhere = { ...conference, location: { ...conference.location, name: 'Khayelitsha' } };
  const nextYear = { ...conference, startDate: '2028-02-27', endDate: '2028-02-28' };
  const content = bytesOf(conference, elsewhere, nextYear, body);
  t.match((await importInto(world, content)).counts, { added: 4, unchanged: 0 });
  t.match((await importInto(world, content)).counts, { added: 0, unchanged: 4 });
  t.match((await importInto(world, bytesOf(body, body, { ...body, title: 'Other' }))).counts, {
    added: 1,
    unchanged: 1,
    failed: 1,
  });
});

t.test('imports 5,000 lines, and creates an organizer once', async (t) => {
  const world = createMemoryWorld();
  const content = bytesOf(
    ...Array.from({ length: 5_000 }, (_, index) => ({
      ...conference,
      url: `https://example.com/${index}`,
      keywords: [`Topic ${index % 20}`],
    })),
  );
  const run = async () => (await importInto(world, content, { chunkBytes: 65_536 })).counts;
  t.same(await run(), { ...noCounts(), lines: 5_000, added: 5_000 });
  t.same(await run(), { ...noCounts(), lines: 5_000, unchanged: 5_000 });
  t.equal(world.tables.users.rows().length, 1);
  t.strictSame(await world.domain.listTags({ prefix: 'topic-7' }), [{ slug: 'topic-7', events: 250 }]);
});

t.test('reports the bytes processed', async (t) => {
  const world = createMemoryWorld();
  const content = bytesOf(conference, body, '');
  const numbers: number[] = [];
  await importLines(world.domain.importEvents)({
    items: readItems(readLines(Readable.from([content]))),
    organizerId: (await signUp(world.dependencies)({ phone: '+491713920037', name: '' })).user.id,
    currency: 'EUR',
    timeZones: mappedTimeZones(),
    now: world.dependencies.clock.now(),
    batchSize: 1,
    onFault: () => {},
    onProgress: (_, bytesRead) => numbers.push(bytesRead),
  });
  t.equal(numbers.at(-1), content.length);
});

t.test('makes tags of keywords', async (t) => {
  const described = { ...conference, description: 'Talks.' };
  const tags = async (keywords: unknown) => (await importOne({ ...described, keywords })).event?.tags;
  t.strictSame(await tags('Live Music, Café Créole,live music, ,Straße'), [
    'live-music',
    'cafe-creole',
    'strasse',
  ]);
  t.strictSame(await tags(['R&amp;B', { name: 'C++' }, '.NET', '音楽', '--', 7]), ['r-b', 'c', 'net', '7']);
  t.strictSame(await tags([null, { '@value': 'Jazz, Blues' }, {}]), ['jazz', 'blues']);
  t.strictSame(
    await tags(Array.from({ length: 14 }, (_, index) => `t${index >> 1}, u${index}`)),
    ['t0', 'u0', 'u1', 't1', 'u2', 'u3', 't2', 'u4', 'u5', 't3'],
    'the first ten, each once',
  );
  t.strictSame(await tags(`${'x'.repeat(39)} y`), ['x'.repeat(39)], 'ends with no hyphen');
  t.strictSame(await tags(`Ruby ${'\u0301\u0323'.repeat(2_000)}`), ['ruby'], 'reads the beginning alone');
});

t.test('reads lists, documents over many lines, and graphs', async (t) => {
  const [one, two] = [
    { ...body, title: 'One' },
    { ...body, title: 'Two' },
  ];
  const titles = async (content: string) => {
    const { events, faults } = await importInto(createMemoryWorld(), Buffer.from(content));
    return [...events.map(({ title }) => title).sort(), ...faults];
  };
  for (const start of ['', ' \n', '\ufeff'])
    t.strictSame(await titles(`${start}${JSON.stringify([one, two])}`), ['One', 'Two']);
  t.strictSame(await titles(JSON.stringify([one, two], null, 2)), ['One', 'Two']);
  const long = [
    { ...one, description: 'x'.repeat(9_000) },
    { ...two, description: 'x'.repeat(2_000) },
  ];
  t.strictSame(await titles(JSON.stringify(long)), ['One', 'Two'], 'longer than a line may be');
  t.strictSame(await titles(JSON.stringify(one, null, 1)), ['One']);
  t.strictSame(await titles(`[\n${JSON.stringify(one)},\n${JSON.stringify(two)}\n]`), ['One', 'Two']);
  const graph = {
    '@context': 'https://schema.org',
    '@graph': [
      { '@id': '#place', ...conference.location },
      { ...conference, url: undefined, name: 'Three', location: { '@id': '#place' } },
      { '@type': 'Organization', name: 'Nobody' },
    ],
  };
  t.strictSame(await titles(JSON.stringify(graph)), ['Three']);
  t.strictSame(await titles(JSON.stringify(graph, null, 2)), ['Three']);
  const [first, second] = [one, two].map((each) => JSON.stringify(each));
  for (const content of [
    `[${first},\n${second}]`,
    `{"@context": "https://schema.org", "@graph": [\n${first},\n${second}\n]}`,
    `{"@graph": [${first},\n${second}]}`,
  ])
    t.strictSame(await titles(content), ['One', 'Two'], 'a list with an item a line');
  t.strictSame(await titles('[\n{"title": \n'), [[1, 'is not JSON']]);
});

t.test('nodes of a graph name others, which name others', async (t) => {
  const named = {
    '@graph': [
      {
        ...conference,
        location: { '@id': '#place' },
        offers: { '@type': 'AggregateOffer', offers: [{ '@id': '#o' }] },
      },
      {
        '@id': '#place',
        '@type': 'Place',
        name: 'Hall',
        address: { '@id': '#address' },
        geo: { '@id': '#geo' },
      },
      {
        '@id': '#address',
        '@type': 'PostalAddress',
        addressLocality: 'Cape Town',
        addressCountry: { '@id': '#za' },
      },
      { '@id': '#za', '@type': 'Country', name: 'ZA' },
      { '@id': '#geo', latitude: -33.9, longitude: 18.4 },
      { '@id': '#o', price: '12,50', isPartOf: { '@id': '#o' } },
    ],
  };
  t.match((await importOne(named)).event, {
    location: { address: 'Hall, Cape Town, South Africa', lat: -33.9 },
    priceMinor: 1_250,
  });
});

t.test('one place that is none leaves the others', async (t) => {
  const nowhere = { ...conference.location, geo: { latitude: 152, longitude: 18 } };
  const lines = bytesOf(
    { ...conference, '@id': 'a', location: nowhere },
    { ...body, '@id': 'b', location: { ...body.location, lng: 999 } },
    body,
  );
  const { counts, faults } = await importInto(createMemoryWorld(), lines);
  t.match(counts, { added: 1, failed: 2 });
  t.match(faults, [
    [1, /geo must have a latitude/],
    [2, /location.lng/],
  ]);
});

t.test('places in the forms that sources write', async (t) => {
  const { geo, address } = conference.location;
  const addressOf = async (location: unknown) => {
    const { event, fault } = await importOne({ ...conference, location });
    return event?.location.address ?? fault;
  };
  t.equal(
    await addressOf({ name: 'Hall', address: ['Long St 1', 'Cape Town'], geo }),
    'Hall, Long St 1, Cape Town',
  );
  t.equal(await addressOf({ name: 'Hall', address: [address], geo }), 'Hall, Cape Town, South Africa');
  t.equal(
    await addressOf({ name: 'Hall', geo: { latitude: { '@value': '-33.9' }, longitude: 18.4 } }),
    'Hall',
  );
  t.equal(await addressOf({ '@type': 'https://schema.org/VirtualLocation', url: 'https://a.example/' }), '');
  const elsewhere = { ...conference, '@id': 'b', location: { name: 'Long St 1, Cape Town', geo } };
  const postal = { '@type': 'PostalAddress', streetAddress: 'Long St 1', addressLocality: 'Cape Town' };
  const { startAt: _, endAt: __, ...more } = body;
  for (const line of [
    { ...conference, location: postal },
    { ...more, startAt: '2027-03-01T19:00', location: 'Long St 1, Cape Town' },
    { ...more, startAt: '2027-03-01T19:00', location: { address: 'LONG ST 1 Cape Town' } },
  ]) {
    const { events } = await importInto(createMemoryWorld(), bytesOf(line, elsewhere));
    t.strictSame(
      events.map(({ location }) => location.lat),
      [geo.latitude, geo.latitude],
    );
    t.equal((await importInto(createMemoryWorld(), bytesOf(line))).counts.failed, 1);
  }
});

t.test('what identifies an event lasts', async (t) => {
  const world = createMemoryWorld();
  const dated = (startDate: string) => ({ startDate, endDate: startDate });
  const load = async (...lines: readonly object[]) => (await importInto(world, bytesOf(...lines))).counts;
  const { url: _, ...plain } = conference;
  const numbered = { ...plain, name: 'Numbered', identifier: { propertyID: 'shop', value: 17 } };
  const paged = { ...plain, name: 'Paged', url: 'https://ruby.example.com/paged' };
  t.match(await load(numbered, paged), { added: 2 });
  t.match(await load({ ...numbered, ...dated('2027-03-01') }, { ...paged, ...dated('2027-03-02') }), {
    changed: 2,
  });
  const [first, second] = ['2027-04-01', '2027-04-02'].map((day) => ({ ...conference, ...dated(day) }));
  t.match(await load(first as object, second as object), { added: 2 }, 'a page that two share');
  const listed = { ...plain, name: 'Listed', identifier: ['#1', { '@id': 'urn:event:7' }] };
  t.match(await load(listed), { added: 1 });
  t.match(await load({ ...listed, ...dated('2027-03-01') }), { changed: 1 }, 'the first that can last');
  const linked = { ...plain, name: 'Linked', url: { '@id': 'https://ruby.example.com/linked' } };
  t.match(await load(linked), { added: 1 });
  t.match(await load({ ...linked, ...dated('2027-03-01') }), { changed: 1 });
  for (const id of ['_:b0', '#event', '/#event', 'about:blank#']) {
    const line = { ...plain, name: id, '@id': id };
    t.match(await load(line), { added: 1 });
    t.match(await load({ ...line, '@id': `${id}1` }), { unchanged: 1 }, 'an id of the file alone');
  }
});

t.test('an event keeps its identity when its page gets a neighbour', async (t) => {
  const world = createMemoryWorld();
  const load = async (...lines: readonly object[]) => (await importInto(world, bytesOf(...lines))).counts;
  const neighbour = { ...conference, name: 'Ruby Nights' };
  t.match(await load(conference), { added: 1 });
  t.match(await load(conference, neighbour), { added: 2 }, 'which of the two the page was is not known');
  t.match(await load(conference, neighbour), { unchanged: 2 });
});

t.test('a place as a text is where the file has its name and address', async (t) => {
  const { location } = conference;
  const load = async (...lines: readonly object[]) => {
    const { events, faults } = await importInto(createMemoryWorld(), bytesOf(...lines));
    return [...events.map((event) => event.location.lat), ...faults.map(([number]) => number)];
  };
  const { url: _, ...plain } = conference;
  const { geo: __, ...withoutGeo } = location;
  const written = { ...plain, name: 'Written', location: 'CAPE TOWN, South Africa' };
  t.strictSame(await load(written, plain), [-33.92584, -33.92584]);
  t.strictSame(await load({ ...written, location: withoutGeo }, plain), [-33.92584, -33.92584]);
  t.strictSame(
    await load({ ...written, location: 'Cape Town – South Africa' }, plain),
    [-33.92584, -33.92584],
  );
  t.strictSame(await load({ ...written, location: 'Somewhere else' }, plain), [-33.92584, 1]);
});

t.test('reports faults in line order, whether the reader or the domain finds them', async (t) => {
  const content = bytesOf({ ...body, title: '' }, 'no JSON', { ...body, title: ' ' }, '{', body);
  const { faults } = await importInto(createMemoryWorld(), content);
  t.same(
    faults.map(([number]) => number),
    [1, 2, 3, 4],
  );
});

const inStep = (...lines: readonly unknown[]) => bytesOf(...lines);
const later = { ...conference, '@id': 'https://ruby.example.com/#1' };

t.test('brings events in step with a feed: @id alone names them', async (t) => {
  const world = createMemoryWorld();
  const count = async (...lines: readonly unknown[]) => (await importInto(world, inStep(...lines))).counts;
  t.match(await count(later), { added: 1 });
  const moved = {
    ...later,
    name: 'Ruby Days 2027',
    startDate: '2027-03-01',
    endDate: '2027-03-02',
    url: 'https://ruby.example.com/2027',
  };
  t.match(await count(moved), { added: 0, changed: 1 });
  t.match(await count(moved), { changed: 0, unchanged: 1 });
  const [event] = world.tables.events.rows();
  t.match(event, { title: 'Ruby Days 2027', sequence: 1 });
  const tombstone = { '@type': 'Event', '@id': later['@id'], eventStatus: 'EventCancelled' };
  t.match(await count(tombstone), { cancelled: 1 });
  t.match(await count(tombstone), { cancelled: 0, unchanged: 1 });
  t.match(await count(later), { closed: 1 });
  t.equal(world.tables.events.rows().length, 1);
  const bodyOf = (title: string) => ({ ...body, '@id': 'games', title });
  t.match(await count(bodyOf('One')), { added: 1 });
  t.match(await count(bodyOf('Two'), bodyOf('Three')), { changed: 1, failed: 1 });
  t.match(await count({ '@id': 'games', eventStatus: 'EventCancelled' }), { cancelled: 1 });
});

t.test('keeps what a line says nothing of', async (t) => {
  const world = createMemoryWorld();
  const expected = {
    description: 'Talks.',
    image: 'https://ruby.example.com/1.jpg',
    offers: { price: 5 },
    maximumAttendeeCapacity: 9,
    '@type': 'EducationEvent',
  };
  await importInto(world, inStep({ ...later, ...expected }));
  const first = world.tables.events.rows()[0];
  const { keywords: _, ...silent } = later;
  t.match((await importInto(world, inStep(silent))).counts, { unchanged: 1 });
  const tags = ['ruby', 'web'];
  t.match(first, { description: 'Talks.', category: 'education', priceMinor: 500, capacity: 9, tags });
  await importInto(
    world,
    inStep({ ...later, image: null, offers: { price: 0 }, maximumAttendeeCapacity: null, keywords: [] }),
  );
  t.match(world.tables.events.rows()[0], { coverUrl: null, priceMinor: 0, capacity: null, tags: [] });
  t.equal(world.tables.events.rows()[0]?.category, 'education', 'its kind is left out');
  const more = {
    attendance: 'mixed',
    onlineUrl: 'https://meet.example.com/games',
    questions: [{ label: 'Which game?', kind: 'text' }],
  };
  await importInto(
    world,
    inStep({ ...body, ...more, '@id': 'games', waitlist: false, visibility: 'private' }),
  );
  t.match((await importInto(world, inStep({ ...body, '@id': 'games' }))).counts, { unchanged: 1 });
  t.match((await importInto(world, inStep({ ...body, '@id': 'games', waitlist: true }))).counts, {
    changed: 1,
  });
});

t.test('makes text of HTML, and leaves other text as it is', async (t) => {
  const { event } = await importOne({
    ...conference,
    name: 'Rock &amp; Roll <b>Night</b>',
    description:
      '<h2>Line-up</h2><p>Two bands,\u00a0one&nbsp;night.</p><ul><li>The Owls</li></ul><script>x()</script>' +
      '<p>More <a href="https://rock.example/a">here</a><img src="x.png"><br>Doors at 7</p>',
    location: { ...conference.location, name: 'Caf&eacute; Luna' },
  });
  t.equal(event?.title, 'Rock & Roll Night');
  t.equal(event?.location.address, 'Café Luna, Cape Town, South Africa');
  t.equal(
    event?.description,
    'Line-up\n\nTwo bands,\u00a0one\u00a0night.\n\n * The Owls\n\nMore here [https://rock.example/a]\nDoors at 7',
  );
  const titleOf = async (name: string) => (await importOne({ ...conference, name })).event?.title;
  t.equal(await titleOf('<CODE/CRAFTS>'), '<CODE/CRAFTS>');
  t.equal(await titleOf('<CODE/CRAFTS> &amp; <em>more</em> <3'), '<CODE/CRAFTS> & more <3');
  const plain = { ...conference, name: 'C < D & E', description: 'a < b\r\nR&D > 3' };
  t.match((await importOne(plain)).event, { title: 'C < D & E', description: 'a < b\nR&D > 3' });
});

t.test('kinds of schema.org choose the category, and keywords do not', async (t) => {
  const categoryOf = async (type: unknown, keywords?: unknown) =>
    (await importOne({ ...conference, keywords, '@type': type })).event?.category;
  t.equal(await categoryOf('MusicEvent', ['jazz']), 'music');
  t.equal(await categoryOf(['Event', 'https://schema.org/SportsEvent']), 'sports');
  t.equal(await categoryOf('schema:TheaterEvent'), 'arts');
  t.equal(await categoryOf('Festival', 'Music'), 'other');
  t.equal(await categoryOf('Event'), 'other');
});

t.test('reads the prices that feeds have', async (t) => {
  const priceOf = async (offers: unknown) => {
    const { event, fault } = await importOne({ ...conference, offers });
    return event?.priceMinor ?? fault;
  };
  t.equal(await priceOf({ price: '10,50', priceCurrency: 'EUR' }), 1_050);
  t.equal(await priceOf({ lowPrice: '1.234,50', highPrice: '2.000,00' }), 123_450);
  t.equal(await priceOf({ price: '1,234.50' }), 123_450);
  t.equal(await priceOf({ price: '1,234' }), 0, 'thousands or decimals');
  t.equal(await priceOf({ price: '' }), 0);
  const [dollars, euros] = [
    { price: 9, priceCurrency: 'USD' },
    { price: 12, priceCurrency: 'EUR' },
  ];
  t.equal(await priceOf([dollars, euros]), 1_200);
  t.equal(await priceOf(dollars), 0, 'no price in its currency');
});

t.test('leaves out events that are over, unless asked for', async (t) => {
  const world = createMemoryWorld();
  const over = { ...conference, startDate: '2013-02-27', endDate: '2013-02-28' };
  t.match((await importInto(world, inStep(over))).counts, { added: 0, past: 1, failed: 0 });
  t.match((await importInto(world, inStep(over), { withPast: true })).counts, { added: 1 });
});

t.test('a trial says what would happen, and writes nothing', async (t) => {
  const world = createMemoryWorld();
  await importInto(world, inStep(later));
  const before = world.tables.events.rows();
  const lines = [{ ...later, name: 'Renamed' }, conference, '{'];
  const { counts } = await importInto(world, inStep(...lines), { isTrial: true });
  t.match(counts, { added: 1, changed: 1, failed: 1 });
  t.strictSame(world.tables.events.rows(), before);
});
