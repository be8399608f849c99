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
