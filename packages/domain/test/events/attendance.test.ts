import t from 'tap';
import { createMemoryWorld } from '../../memory/index.ts';
import { maySeeOnlineUrl, noPlace } from '../../src/events/attendance.ts';
import type { DraftChanges } from '../../src/events/edit/event-draft.ts';
import { draft, event, faultsOf, person } from '../support.ts';

const onlineUrl = 'https://meet.example/room';
const online = { attendance: 'online', onlineUrl, location: noPlace, timeZone: 'Europe/Berlin' } as const;

t.test('those who are going and managers are told where to go online', async (t) => {
  for (const rsvp of ['going', 'interested', null] as const)
    for (const isManager of [true, false])
      t.equal(maySeeOnlineUrl({ rsvp, isManager }), isManager || rsvp === 'going', `${rsvp} ${isManager}`);
});

t.test('an online event has no place, and needs a zone and an address', async (t) => {
  const world = createMemoryWorld();
  const organizer = await person(world);
  const createdEvent = await event(world, organizer, { ...online, location: draft(world).location });
  t.hasStrict(createdEvent, {
    attendance: 'online',
    onlineUrl,
    location: noPlace,
    timeZone: 'Europe/Berlin',
  });
  const faults = (changes: object) => faultsOf(event(world, organizer, { ...online, ...changes }));
  const paths = async (changes: object) => (await faults(changes)).map(({ path }) => path);
  t.strictSame(await paths({ timeZone: null }), ['/timeZone']);
  for (const wrong of [
    null,
    '',
    'http://meet.example',
    'https://',
    'https:///x',
    'https://me:secret@meet.example/x',
    `https://${'x'.repeat(2_000)}`,
  ])
    t.strictSame(await paths({ onlineUrl: wrong }), ['/onlineUrl'], String(wrong));
  t.strictSame(await paths({ attendance: 'virtual' }), ['/location', '/attendance']);
  t.strictSame(await paths({ attendance: 'mixed' }), ['/location']);
  t.strictSame(await paths({ attendance: 'offline' }), ['/location']);
  t.strictSame(await paths({ attendance: 'mixed', location: { address: 'Here', lat: null, lng: 1 } }), [
    '/location/lat',
  ]);
});

t.test('what is at a place alone keeps no address online', async (t) => {
  const world = createMemoryWorld();
  const organizer = await person(world);
  const { id: eventId, location } = await event(world, organizer, { attendance: 'mixed', onlineUrl });
  const change = (changes: DraftChanges) =>
    world.domain.updateEvent({ eventId, callerId: organizer, changes, origin: {} as never });
  t.hasStrict(await change({ attendance: 'offline' }), { attendance: 'offline', onlineUrl: null, location });
  t.strictSame(await faultsOf(change({ attendance: 'online' })), [
    {
      path: '/onlineUrl',
      message: 'must be an https URL (RFC 3986) without user name and password, of at most 2000 characters',
    },
    { path: '/timeZone', message: 'must be given: an online event has no place' },
  ]);
  t.hasStrict(await change({ attendance: 'online', onlineUrl, timeZone: 'Asia/Tokyo' }), {
    location: noPlace,
  });
  t.strictSame(await faultsOf(change({ attendance: 'mixed' })), [
    { path: '/location', message: 'is needed unless attendance is online' },
  ]);
  t.hasStrict(await change({ attendance: 'mixed', location }), { location, onlineUrl });
});

t.test('lists are narrowed by how events are attended', async (t) => {
  const world = createMemoryWorld();
  const organizer = await person(world);
  await event(world, organizer);
  await event(world, organizer, online);
  await event(world, organizer, { attendance: 'mixed', onlineUrl });
  const list = async (attendance?: readonly string[], area = {}) => {
    const { items } = await world.domain.listEvents({ attendance, callerId: null, ...area });
    return items.map(({ event }) => event.attendance);
  };
  t.strictSame(await list(), ['offline', 'online', 'mixed']);
  t.strictSame(await list(['mixed', 'offline', 'online']), ['offline', 'online', 'mixed']);
  t.strictSame(await list(['online']), ['online']);
  t.strictSame(await list(['mixed', 'offline']), ['offline', 'mixed']);
  t.strictSame(await list(undefined, { lat: 0, lng: 0, radius: 20_038 }), ['offline', 'mixed']);
  for (const wrong of [[], ['virtual'], ['online', ''], ['online ']])
    t.strictSame(
      (await faultsOf(list(wrong))).map(({ path }) => path),
      ['/attendance'],
    );
});
