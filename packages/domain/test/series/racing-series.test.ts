import t from 'tap';
import { createMemoryWorld } from '../../memory/index.ts';
import { createDomain } from '../../src/create-domain.ts';
import type { Stores } from '../../src/ports/stores.ts';
import { draft, person, refusal } from '../support.ts';

const scene = async () => {
  const world = createMemoryWorld();
  const [organizerId, guest] = [await person(world), await person(world)];
  const series = { organizerId, draft: draft(world), rule: 'FREQ=DAILY;COUNT=2' };
  const { id: seriesId } = await world.domain.createSeries(series);
  /** A domain whose stores are as `change` says, also in units of work. */
  const racing = (change: (stores: Stores) => Partial<Stores>) => {
    const { stores, unitOfWork } = world.dependencies;
    return createDomain({
      ...world.dependencies,
      stores: { ...stores, ...change(stores) },
      unitOfWork: { run: (work) => unitOfWork.run((inside) => work({ ...inside, ...change(inside) })) },
    });
  };
  return { world, guest, seriesId, own: { seriesId, callerId: organizerId }, racing };
};

t.test('a series that goes meanwhile is not changed', async (t) => {
  const { world, own, racing } = await scene();
  const vanishing = racing(({ series }) => ({ series: { ...series, lock: async () => null } }));
  await t.rejects(vanishing.changeSeries({ ...own, event: { title: 'Moved' } }), refusal('not_found'));
  t.notOk(world.tables.events.rows().some(({ title }) => title === 'Moved'));
});

t.test('a change that was made of another version changes nothing', async (t) => {
  const { world, own } = await scene();
  const events = () =>
    world.tables.events.rows().sort((one, other) => one.startAt.getTime() - other.startAt.getTime());
  const [first, second] = events();
  const from = second?.startAt as Date;
  const change = (ifVersion: number, title: string) =>
    world.domain.changeSeries({ ...own, from, ifVersion, event: { title } });
  const outdated = refusal('event_changed_meanwhile');
  await t.rejects(change(1, 'Never'), outdated);
  await change(0, 'Changed');
  await t.rejects(change(0, 'Never'), outdated, 'it has the next one by now');
  const edit = { callerId: own.callerId };
  await world.domain.updateEvent({ ...edit, eventId: second?.id as string, changes: { title: 'Alone' } });
  const { sequence = -1 } = events()[1] ?? {};
  await t.rejects(change(sequence, 'Never'), outdated, 'it is none of the series any more');
  await t.rejects(
    world.domain.changeSeries({
      ...own,
      from: new Date(Number(first?.startAt) + 1),
      ifVersion: 0,
      event: { title: 'Never' },
    }),
    outdated,
    'none starts then',
  );
  t.strictSame(
    events().map(({ title }) => title),
    [first?.title, 'Alone'],
  );
});

t.test('a series that goes while a guest answers is not found', async (t) => {
  const { world, guest, seriesId, racing } = await scene();
  const vanishing = racing(({ occurrences }) => ({
    occurrences: { ...occurrences, answer: async () => null },
  }));
  await t.rejects(vanishing.answerSeries({ seriesId, userId: guest, state: 'going' }), refusal('not_found'));
  t.strictSame(world.tables.rsvps.rows(), []);
});

t.test('a list may be of one series', async (t) => {
  const { world, guest, seriesId, own } = await scene();
  await world.domain.createEvent({ organizerId: guest, draft: draft(world) });
  const list = async (series?: string) => (await world.domain.listEvents({ callerId: null, series })).items;
  t.equal((await list()).length, 3);
  t.strictSame(
    (await list(seriesId)).map(({ event }) => event.series?.id),
    [seriesId, seriesId],
  );
  t.strictSame(await list('nonsense'), [], 'what is no id names no series');
  await world.domain.cancelSeries(own);
  t.strictSame(await list(seriesId), []);
});
