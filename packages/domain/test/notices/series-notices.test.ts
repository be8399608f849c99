import t from 'tap';
import { addUser } from '../../contracts/fixtures.ts';
import { createMemoryWorld } from '../../memory/index.ts';
import { noticePolicy } from '../../src/notices/notice.ts';
import { day, minute } from '../../src/time.ts';
import { draft, person } from '../support.ts';

const openScene = async () => {
  const world = createMemoryWorld();
  const { domain, clock } = world;
  const [organizer, guest] = [await person(world), await person(world)];
  const command = { organizerId: organizer, draft: draft(world), rule: 'FREQ=DAILY;COUNT=4' };
  const { id: seriesId, events } = await domain.createSeries(command);
  await domain.answerSeries({ seriesId, userId: guest, state: 'going' });
  await world.performJobs();
  const noticed = async (userId = guest) =>
    (await domain.listNotices({ userId })).items.flatMap(({ kind, event }) =>
      /reminder|activity/.test(kind) ? [] : [[kind, event?.id]],
    );
  const later = async (milliseconds: number) => {
    clock.advance(milliseconds);
    await world.performJobs();
  };
  return { world, domain, organizer, guest, seriesId, events, noticed, later };
};

t.test('a change of a series is one notice, of the first event that is theirs', async (t) => {
  const { world, domain, organizer, seriesId, events, noticed, later } = await openScene();
  const late = await person(world);
  await domain.answerRsvp({ eventId: events[2]?.id ?? '', userId: late, state: 'interested' });
  await domain.changeSeries({ seriesId, callerId: organizer, startTime: '20:00' });
  t.strictSame(await noticed(), [], 'not yet');
  await later(6 * minute);
  t.strictSame(await noticed(), [['event_changed', events[0]?.id]]);
  t.strictSame(await noticed(late), [['event_changed', events[2]?.id]]);
  t.strictSame(await noticed(organizer), []);
});

t.test('guests are told page by page', async (t) => {
  const { world, domain, organizer, guest, seriesId, noticed, later } = await openScene();
  const { stores, clock } = world.dependencies;
  const guests = Array.from({ length: noticePolicy.pageSize }, () => addUser(stores));
  const people = await Promise.all(guests);
  for (const { id } of people) await stores.occurrences.answer(seriesId as never, id, 'going', clock.now());
  await domain.cancelSeries({ seriesId, callerId: organizer });
  await later(minute);
  const noticesOfAll = await Promise.all([guest, ...people.map(({ id }) => id)].map(noticed));
  t.strictSame([...new Set(noticesOfAll.map((notices) => notices.length))], [1]);
});

t.test('a cancelled series is one notice', async (t) => {
  const { domain, organizer, guest, seriesId, events, noticed, later } = await openScene();
  await domain.cancelSeries({ seriesId, callerId: organizer, reason: 'The hall is sold.' });
  await later(minute);
  t.strictSame(await noticed(), [['event_cancelled', events[0]?.id]]);
  const [notice] = (await domain.listNotices({ userId: guest })).items;
  t.equal(notice?.text, 'The hall is sold.', 'and says why');
});

t.test('no user is told of what is over or gone', async (t) => {
  const { world, domain, organizer, seriesId, events, noticed, later } = await openScene();
  await domain.changeSeries({ seriesId, callerId: organizer, startTime: '20:00' });
  await domain.deleteEvent({ eventId: events[0]?.id ?? '', callerId: organizer });
  const at = world.clock.now();
  await world.dependencies.stores.moderation.takeDown(events[1]?.id as never, { reason: 'Spam.', at });
  await later(20 * day);
  t.notOk((await noticed()).some(([kind]) => kind === 'event_changed'));
});
