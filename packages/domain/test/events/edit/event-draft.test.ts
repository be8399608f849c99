import t from 'tap';
import { createMemoryWorld } from '../../../memory/index.ts';
import { memoryTimeZones } from '../../../memory/memory-sources.ts';
import { recordFields } from '../../../src/events/edit/event-draft.ts';
import { draftDefaults, draftFaults, type EventDraft } from '../../../src/events/event-fields.ts';
import { event, person } from '../../support.ts';

const sound: EventDraft = {
  ...draftDefaults,
  title: 'Lantern concert',
  description: 'Songs by the canal.',
  startAt: new Date('2026-06-02T12:00:00.000Z'),
  endAt: new Date('2026-06-02T14:00:00.000Z'),
  location: { address: 'Maybachufer 1, Berlin', lat: 52.4931, lng: 13.4266 },
  category: 'music',
};
const place = (changes: Partial<EventDraft['location']>) => ({ location: { ...sound.location, ...changes } });
const modules = (count: number) => Array.from({ length: count }, (_, index) => `module${index}`);
const url = (length: number) => `https://pics.example/${'x'.repeat(length - 21)}`;
const instants = 'must be an instant from 1900-01-01T00:00:00.000Z to 9999-12-31T00:00:00.000Z';
const moduleMessage =
  'must be at most 20 different names of at most 40 letters and digits that begin with a small letter';
const tagMessage =
  'must be at most 10 tags of at most 40 letters a-z, digits and hyphens that begin with no hyphen';
const slugMessage = 'must be lower-case words joined by hyphens, at most 64 characters';
const price = 'must be a number from 0 to 10000000 with at most 2 decimals';
const oneLine = 'must be one line without control characters or line breaks';
const capacity = 'must be null or a whole number from 1 to 10000000';
const zone = 'must be null or the IANA name of a time zone, such as Europe/Lisbon';
const coverUrl =
  'must be an http or https URL (RFC 3986) without user name and password, of at most 2048 characters';

t.test('a draft within all bounds has no faults', async (t) => {
  const accepted: readonly [string, Partial<EventDraft>][] = [
    ['as it is', {}],
    ['the longest title', { title: 'x'.repeat(200) }],
    ['no description', { description: '' }],
    ['the longest description', { description: 'x'.repeat(10_000) }],
    ['the earliest start', { startAt: new Date('1900-01-01T00:00:00.000Z') }],
    ['the latest end', { endAt: new Date('9999-12-31T00:00:00.000Z') }],
    ['a millisecond', { endAt: new Date('2026-06-02T12:00:00.001Z') }],
    ['a deadline at the end', { rsvpUntil: sound.endAt }],
    ['the longest address', place({ address: 'x'.repeat(300) })],
    ['the north pole', place({ lat: 90, lng: 180 })],
    ['the south pole', place({ lat: -90, lng: -180 })],
    ['the longest category', { category: 'x'.repeat(64) }],
    ['a category of words', { category: 'a-1-b' }],
    ['the longest template', { template: 'x'.repeat(64) }],
    ['the longest cover URL', { coverUrl: url(2048) }],
    ['the highest price', { price: 10_000_000 }],
    ['a cent', { price: 0.01 }],
    ['a dear price', { price: 9_999_999.99 }],
    ['a description of several lines', { description: 'One\n\ttwo' }],
    ['the lowest capacity', { capacity: 1 }],
    ['the highest capacity', { capacity: 10_000_000 }],
    ['a time zone', { timeZone: 'America/Argentina/Buenos_Aires' }],
    ['a former name of a time zone', { timeZone: 'Asia/Calcutta' }],
    ['a nautical time zone', { timeZone: 'Etc/GMT+12' }],
    ['one module', { enabledModules: ['a'] }],
    ['module names', { enabledModules: ['chat', 'guestList', 'photoWall2', 'z9'] }],
    ['20 modules', { enabledModules: modules(20) }],
    ['the longest module name', { enabledModules: ['x'.repeat(40)] }],
    ['tags', { tags: ['a', '9', 'open-air', 'x-', 'x'.repeat(40)] }],
    ['ten tags, one of them twice', { tags: ['0', ...Array.from({ length: 10 }, (_, index) => `${index}`)] }],
    ['metadata', { metadata: { till: '7' } }],
  ];
  for (const [name, changes] of accepted) t.strictSame(draftFaults({ ...sound, ...changes }), [], name);
});

t.test('a draft one step beyond a bound has that one fault', async (t) => {
  const refused: readonly [Partial<EventDraft>, string, string][] = [
    [{ title: 'x'.repeat(201) }, '/title', 'must be at most 200 characters'],
    [{ title: ' ' }, '/title', 'must not be blank'],
    [{ title: 'a\u0000' }, '/title', 'must be well-formed Unicode without NUL characters'],
    [{ description: 'x'.repeat(10_001) }, '/description', 'must be at most 10000 characters'],
    [{ startAt: new Date('1899-12-31T23:59:59.999Z') }, '/startAt', instants],
    [{ endAt: new Date('9999-12-31T00:00:00.001Z') }, '/endAt', instants],
    [{ endAt: sound.startAt }, '/endAt', 'must be after startAt'],
    [
      { rsvpUntil: new Date(sound.endAt.getTime() + 1) },
      '/rsvpUntil',
      'must be null or an instant that is not after endAt',
    ],
    [{ rsvpUntil: new Date('1899-12-31T23:59:59.999Z') }, '/rsvpUntil', instants],
    [place({ address: ' ' }), '/location/address', 'must not be blank'],
    [place({ address: 'x'.repeat(301) }), '/location/address', 'must be at most 300 characters'],
    [place({ lat: 90.000001 }), '/location/lat', 'must be a number from -90 to 90'],
    [place({ lat: -90.000001 }), '/location/lat', 'must be a number from -90 to 90'],
    [place({ lng: 180.000001 }), '/location/lng', 'must be a number from -180 to 180'],
    [place({ lng: -180.000001 }), '/location/lng', 'must be a number from -180 to 180'],
    [{ category: 'x'.repeat(65) }, '/category', slugMessage],
    [{ category: '-music' }, '/category', slugMessage],
    [{ category: 'music-' }, '/category', slugMessage],
    [{ category: 'Music' }, '/category', slugMessage],
    [{ template: 'x'.repeat(65) }, '/template', slugMessage],
    ...['', 'Mars/Olympus', '+01:00', 'Europe/Berlin ', 'GMT+1', `Europe/${'x'.repeat(58)}`].map(
      (timeZone): [Partial<EventDraft>, string, string] => [{ timeZone }, '/timeZone', zone],
    ),
    [{ coverUrl: url(2049) }, '/coverUrl', coverUrl],
    [{ coverUrl: 'ftp://pics.example/' }, '/coverUrl', coverUrl],
    [{ price: -0.01 }, '/price', price],
    [{ price: 10_000_000.01 }, '/price', price],
    [{ price: 0.005 }, '/price', price],
    [{ price: 10.000_000_1 }, '/price', price],
    [{ price: 0.1 + 0.2 }, '/price', price],
    [{ price: 1e-7 }, '/price', price],
    [{ price: Number.NaN }, '/price', price],
    [{ title: 'Two\nlines' }, '/title', oneLine],
    [place({ address: 'Two\rlines' }), '/location/address', oneLine],
    [
      { description: 'a\rb' },
      '/description',
      'must not contain control characters other than line feed and tab',
    ],
    [{ capacity: 0 }, '/capacity', capacity],
    [{ capacity: 1.5 }, '/capacity', capacity],
    [{ capacity: 10_000_001 }, '/capacity', capacity],
    [{ enabledModules: modules(21) }, '/enabledModules', moduleMessage],
    [{ enabledModules: ['x'.repeat(41)] }, '/enabledModules', moduleMessage],
    [{ enabledModules: ['chat', 'chat'] }, '/enabledModules', moduleMessage],
    [{ enabledModules: ['chat', ''] }, '/enabledModules', moduleMessage],
    [{ enabledModules: ['1chat'] }, '/enabledModules', moduleMessage],
    [{ enabledModules: ['Chat'] }, '/enabledModules', moduleMessage],
    [{ enabledModules: ['guest-list'] }, '/enabledModules', moduleMessage],
    [{ enabledModules: ['photo_wall'] }, '/enabledModules', moduleMessage],
    [{ maxPerBooking: 0 }, '/maxPerBooking', 'must be a whole number from 1 to 1000'],
    [{ maxPerBooking: 1001 }, '/maxPerBooking', 'must be a whole number from 1 to 1000'],
    [{ maxPerBooking: 1.5 }, '/maxPerBooking', 'must be a whole number from 1 to 1000'],
    [{ enabledModules: ['chat!'] }, '/enabledModules', moduleMessage],
    [{ enabledModules: ['!chat'] }, '/enabledModules', moduleMessage],
    [{ tags: Array.from({ length: 11 }, (_, index) => `${index}`) }, '/tags', tagMessage],
    [{ tags: ['x'.repeat(41)] }, '/tags', tagMessage],
    [{ tags: ['-a'] }, '/tags', tagMessage],
    [{ tags: ['Jazz'] }, '/tags', tagMessage],
    [{ tags: [''] }, '/tags', tagMessage],
    [{ metadata: { till: 'x'.repeat(501) } }, '/metadata/till', 'must be at most 500 characters'],
  ];
  for (const [changes, path, message] of refused)
    t.strictSame(
      draftFaults({ ...sound, ...changes }),
      [{ path, message }],
      JSON.stringify(changes).slice(0, 60),
    );
});

t.test('a tag counts once, and metadata is in one order', async (t) => {
  const { tags, metadata } = recordFields(memoryTimeZones(), {
    ...sound,
    tags: ['jazz', 'a', 'jazz'],
    metadata: { bb: '', a: '' },
  });
  t.strictSame(tags, ['jazz', 'a']);
  t.equal(JSON.stringify(metadata), '{"a":"","bb":""}');
});

t.test('texts are kept trimmed, and the price in hundredths', async (t) => {
  const { title, description, location, priceMinor } = recordFields(memoryTimeZones(), {
    ...sound,
    title: ' Title ',
    description: '\tSongs ',
    location: { address: ' Here ', lat: 1, lng: 2 },
    price: 19.99,
  });
  t.strictSame(
    [title, description, location, priceMinor],
    ['Title', 'Songs', { address: 'Here', lat: 1, lng: 2 }, 1999],
  );
});

t.test('a change leaves all other fields as they are', async (t) => {
  const world = createMemoryWorld();
  const organizerId = await person(world);
  const before = await event(world, organizerId, {
    price: 12.5,
    capacity: 80,
    coverUrl: 'https://pics.example/a.png',
    template: 'wide',
    enabledModules: ['chat'],
    visibility: 'private',
  });
  t.equal(before.priceMinor, 1250);
  const changedEvent = await world.domain.updateEvent({
    eventId: before.id,
    callerId: organizerId,
    changes: { title: 'Renamed' },
  });
  t.strictSame(changedEvent, { ...before, title: 'Renamed', sequence: 1 });
});
