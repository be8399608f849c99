import t from 'tap';
import { createMemoryWorld } from '../../../memory/index.ts';
import { sitemapPolicy } from '../../../src/events/lists/sitemap.ts';
import { event, person, refusal } from '../../support.ts';

t.test('a part is read in batches from its first event', async (t) => {
  const world = createMemoryWorld();
  const organizer = await person(world);
  const read = async (start: string | null) => {
    const ids: string[] = [];
    for await (const batch of world.domain.readSitemapPart({ start })) {
      t.ok(batch.length > 0 && batch.length <= sitemapPolicy.batchSize);
      ids.push(...batch.map(({ id }) => id));
    }
    return ids;
  };
  t.strictSame(await read(null), []);
  t.strictSame(await world.domain.listSitemapParts(), []);
  const one = await event(world, organizer);
  for (let count = 1; count <= sitemapPolicy.batchSize; count += 1) {
    const id = world.dependencies.ids.next() as typeof one.id;
    const row = world.tables.events.get(one.id);
    if (row) world.tables.events.set(id, { ...row, id });
  }
  const all = world.tables.events
    .rows()
    .map(({ id }) => id)
    .sort();
  t.strictSame(await read(null), all, 'more than one batch');
  t.strictSame(await read(all[1_000] ?? ''), [all[1_000]]);
  t.strictSame(await world.domain.listSitemapParts(), [all[0]]);
  await t.rejects(read('nonsense'), refusal('not_found'));
});
