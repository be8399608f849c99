import t from 'tap';
import { createMemoryWorld } from '../../memory/index.ts';
import { after, day } from '../../src/time.ts';
import { event, faultsOf, person, refusal } from '../support.ts';

t.test('managers tell groups of people, those who block the organizer excepted', async (t) => {
  const world = createMemoryWorld({ settings: { quotaScale: 1 } });
  const { domain } = world;
  const [organizer, guest, blocker, stranger] = [
    await person(world),
    await person(world),
    await person(world),
    await person(world),
  ];
  const startAt = after(world.clock.now(), 9 * day);
  const { id: eventId } = await event(world, organizer, { startAt, endAt: after(startAt, day) });
  for (const userId of [guest, blocker]) await domain.answerRsvp({ eventId, userId, state: 'going' });
  await domain.blockUser({ callerId: blocker, userId: organizer });
  const announce = (to: readonly string[], text = 'Bring a lamp.\nAnd a friend.', callerId = organizer) =>
    domain.announce({ eventId, callerId, text, to: to as never });
  const { id, recipients } = await announce(['interested', 'going', 'going']);
  t.equal(recipients, 1);
  await world.performJobs();
  t.match((await domain.listNotices({ userId: guest })).items, [
    { kind: 'announcement', text: 'Bring a lamp.\nAnd a friend.' },
  ]);
  t.equal((await domain.listNotices({ userId: blocker })).unread, 0);
  for (const callerId of [organizer, guest])
    t.match((await domain.listAnnouncements({ eventId, callerId })).items, [
      { id, to: ['going', 'interested'] },
    ]);
  await t.rejects(domain.listAnnouncements({ eventId, callerId: stranger }), refusal('forbidden'));
  await t.rejects(announce(['going'], 'x', guest), refusal('forbidden'));
  for (const [to, text, path] of [
    [[], 'x', '/to'],
    [['everybody'], 'x', '/to'],
    [['going'], '', '/text'],
    [['going'], 'x'.repeat(2_001), '/text'],
  ] as const)
    t.match(await faultsOf(announce(to, text)), [{ path }]);
  for (let count = 0; count < 4; count += 1) await announce(['going']);
  await t.rejects(announce(['going']), refusal('rate_limited', { budget: 'announcements' }));
  world.clock.advance(86_400_000);
  t.ok(await announce(['waitlisted', 'booked', 'invited']));
});
