import t from 'tap';
import { createMemoryWorld } from '../../memory/index.ts';
import { after, day, hour } from '../../src/time.ts';
import { draft, person } from '../support.ts';

t.test('cancels imported events to come that their source no longer has', async (t) => {
  const world = createMemoryWorld();
  const [organizerId, other] = [await person(world), await person(world)];
  const now = world.clock.now();
  const load = (sourceKey: string, title: string, endAt = after(now, 2 * day), organizer = organizerId) =>
    world.domain.importEvents({
      organizerId: organizer,
      withPast: true,
      events: [{ sourceKey, draft: draft(world, { title, endAt, startAt: after(endAt, -hour) }) }],
    });
  await load('feed:a', 'Kept');
  await load('feed:b', 'Gone');
  await load('feed:over', 'Over', now);
  await load('other:a', 'Of another feed');
  await load('feed:c', 'Of another organizer', after(now, day), other);
  const titles = () =>
    world.tables.events.rows().flatMap(({ status, title }) => (status === 'cancelled' ? [title] : []));
  const command = { organizerId, keyPrefix: 'feed:', isAtSource: (key: string) => key === 'feed:a' };
  const outcome = { cancelled: 1, titles: ['Gone'] };
  t.strictSame(await world.domain.pruneImports({ ...command, isTrial: true }), outcome);
  t.strictSame(titles(), []);
  t.strictSame(await world.domain.pruneImports(command), outcome);
  t.strictSame(titles(), ['Gone']);
  t.strictSame(await world.domain.pruneImports(command), { cancelled: 0, titles: [] });
  const cancellations = world.tables.changes.rows().filter(({ kind }) => kind === 'event.cancelled');
  t.hasStrict(cancellations, [{ actorId: organizerId }]);
});

t.test('reads any number of events, and names the first ones', async (t) => {
  const world = createMemoryWorld();
  const organizerId = await person(world);
  const events = Array.from({ length: 1_001 }, (_, index) => ({
    sourceKey: `feed:${index}`,
    draft: draft(world, { title: `Event ${index}` }),
  }));
  await world.domain.importEvents({ organizerId, events });
  const { cancelled, titles } = await world.domain.pruneImports({
    organizerId,
    keyPrefix: 'feed:',
    isAtSource: (key) => key === 'feed:7',
  });
  t.equal(cancelled, 1_000);
  t.equal(titles.length, 5);
});

t.test('cancels imported series that their source no longer has', async (t) => {
  const world = createMemoryWorld();
  const [organizerId, other] = [await person(world), await person(world)];
  const load = (sourceKey: string, title: string, rule = 'FREQ=WEEKLY', organizer = organizerId) =>
    world.domain.importEvents({
      organizerId: organizer,
      events: [{ sourceKey, draft: draft(world, { title }), series: { rule, except: [] } }],
    });
  await load('feed:a', 'Kept');
  await load('feed:b', 'Gone');
  await load('feed:short', 'Gone, too', 'FREQ=WEEKLY;COUNT=2');
  await load('other:a', 'Of another feed');
  await load('feed:c', 'Of another organizer', undefined, other);
  const cancelled = () =>
    world.tables.series.rows().flatMap(({ isCancelled, draft: { title } }) => (isCancelled ? [title] : []));
  const command = { organizerId, keyPrefix: 'feed:', isAtSource: (key: string) => key === 'feed:a' };
  const outcome = { cancelled: 2, titles: ['Gone', 'Gone, too'] };
  t.strictSame(await world.domain.pruneImports({ ...command, isTrial: true }), outcome);
  t.strictSame(cancelled(), []);
  t.strictSame(await world.domain.pruneImports(command), outcome);
  t.strictSame(cancelled(), outcome.titles);
  const scheduledEvents = world.tables.events.rows().filter(({ status }) => status === 'scheduled');
  t.notOk(
    scheduledEvents.some(({ title }) => outcome.titles.includes(title)),
    'with all of their events to come',
  );
  t.strictSame(await world.domain.pruneImports(command), { cancelled: 0, titles: [] });
  const cancellations = world.tables.changes.rows().filter(({ kind }) => kind === 'series.cancelled');
  t.equal(cancellations.length, 2, 'guests are told once a series');

  await load('feed:over', 'Over', 'FREQ=DAILY;COUNT=1');
  world.clock.advance(400 * day);
  t.strictSame(await world.domain.pruneImports(command), { cancelled: 0, titles: [] }, 'what is over stays');
});
