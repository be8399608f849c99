import t from 'tap';
import { createMemoryWorld } from '../../memory/index.ts';
import { spelledZone } from '../../src/events/event-time-zone.ts';
import { event, person } from '../support.ts';

t.test('a time zone that was found follows the event, a given one stays', async (t) => {
  const world = createMemoryWorld();
  const callerId = await person(world);
  const { id: eventId, ...fields } = await event(world, callerId);
  t.equal(fields.timeZone, 'Etc/GMT-1');
  const change = async (changes: object) =>
    (await world.domain.updateEvent({ eventId, callerId, changes })).timeZone;
  const west = { address: 'Rua Augusta 24, Lisbon', lat: 38.71, lng: -31 };
  t.equal(await change({ location: west }), 'Etc/GMT+2', 'moved');
  t.equal(await change({ timeZone: 'Europe/Lisbon' }), 'Europe/Lisbon', 'given');
  t.equal(await change({ location: { ...west, lng: 100 } }), 'Europe/Lisbon', 'given, then moved');
  t.equal(await change({ timeZone: null }), 'Etc/GMT-7', 'found again');
});

t.test('a zone is kept as IANA spells it, however it was typed', async (t) => {
  const world = createMemoryWorld();
  const callerId = await person(world);
  const { id: eventId, timeZone } = await event(world, callerId, { timeZone: 'europe/LISBON' });
  t.equal(timeZone, 'Europe/Lisbon');
  const changed = await world.domain.updateEvent({
    eventId,
    callerId,
    changes: { timeZone: 'america/port-au-prince' },
  });
  t.equal(changed.timeZone, 'America/Port-au-Prince');
  const odd = [
    'Africa/Dar_es_Salaam,Africa/Porto-Novo,America/Argentina/ComodRivadavia,America/Knox_IN,America/Port_of_Spain',
    'Antarctica/DumontDUrville,Antarctica/McMurdo,Asia/Ho_Chi_Minh,Asia/Kolkata,Asia/Ust-Nera,Australia/ACT,Australia/LHI',
    'Brazil/DeNoronha,Chile/EasterIsland,CST6CDT,EST5EDT,Etc/GMT+10,Etc/GMT-0,Etc/UTC,Europe/Isle_of_Man,Europe/Kyiv',
    'GB-Eire,GMT0,Mexico/BajaNorte,NZ-CHAT,PRC,PST8PDT,US/East-Indiana,US/Indiana-Starke,W-SU,Zulu',
  ].flatMap((line) => line.split(','));
  for (const zone of [...odd, ...Intl.supportedValuesOf('timeZone')]) {
    t.equal(spelledZone(zone.toLowerCase()), zone);
    t.equal(spelledZone(zone.toUpperCase()), zone);
  }
});

t.test('every read of an event knows its time zone', async (t) => {
  const world = createMemoryWorld();
  const [organizer, guest] = [await person(world), await person(world)];
  const timeZone = 'Europe/Lisbon';
  for (const choice of [timeZone, null]) {
    const { id: eventId, timeZone: created } = await event(world, organizer, { timeZone: choice });
    const expected = choice ?? 'Etc/GMT-1';
    t.equal(created, expected);
    await world.domain.invite({
      eventId,
      callerId: organizer,
      circleIds: [],
      userIds: [guest],
      emails: ['a@b.example'],
    });
    await world.deliverMails();
    t.equal(world.mailsSent.at(-1)?.event.timeZone, expected, 'mail');
    const open = await world.domain.listMyInvitations({ userId: guest });
    const invitation = open.find((one) => one.event.id === eventId);
    t.equal(invitation?.event.timeZone, expected, 'invitation');
    t.equal(
      (await world.domain.previewInvitation({ token: invitation?.token ?? '' })).event.timeZone,
      expected,
    );
    const mine = await world.domain.listMyEvents({ callerId: organizer, role: 'organizing' });
    t.ok(
      mine.items.some((item) => item.event.id === eventId && item.event.timeZone === expected),
      'own list',
    );
    const all = await world.domain.listEvents({ callerId: null });
    t.ok(
      all.items.some((item) => item.event.id === eventId && item.event.timeZone === expected),
      'list',
    );
  }
});
