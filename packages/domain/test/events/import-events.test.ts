import t from 'tap';
import { createMemoryWorld } from '../../memory/index.ts';
import { createDomain } from '../../src/create-domain.ts';
import type { EventDraft } from '../../src/events/event-draft.ts';
import { nameOfSlug } from '../../src/events/import-events.ts';
import { limits } from '../../src/limits.ts';
import { draft, person, unknownId } from '../support.ts';

const scene = async () => {
  const world = createMemoryWorld();
  const organizerId = await person(world);
  const load = (entry: { sourceKey?: string; category?: string; categoryName?: string }) => {
    const { sourceKey = 'a', categoryName, category = 'music' } = entry;
    const events = [{ sourceKey, draft: draft(world, { category }), categoryName }];
    return world.domain.importEvents({ organizerId, events });
  };
  return { world, organizerId, load };
};

t.test('source keys and category names within their bounds are taken', async (t) => {
  const { load } = await scene();
  t.equal((await load({ sourceKey: 'x'.repeat(limits.urlLength) })).added, 1);
  t.equal((await load({ sourceKey: 'b', categoryName: 'x'.repeat(limits.nameLength) })).added, 1);
  const outcome = (path: string, message: string) => ({
    added: 0,
    known: 0,
    faulty: [{ index: 0, errors: [{ path, message }] }],
  });
  t.strictSame(
    await load({ sourceKey: 'x'.repeat(limits.urlLength + 1) }),
    outcome('/sourceKey', 'must be at most 2048 characters'),
  );
  t.strictSame(await load({ sourceKey: ' ' }), outcome('/sourceKey', 'must not be blank'));
  t.strictSame(
    await load({ sourceKey: 'c', categoryName: 'x'.repeat(limits.nameLength + 1) }),
    outcome('/category/name', 'must be at most 100 characters'),
  );
});

t.test('a new category gets a name and a pin, a known one stays as it is', async (t) => {
  const { world, load } = await scene();
  const known = await world.domain.listCategories();
  await load({ sourceKey: 'a', category: 'board-games' });
  await load({ sourceKey: 'b', category: 'c-plus-plus', categoryName: 'C++ meetup' });
  await load({ sourceKey: 'c', category: 'music', categoryName: 'Noise' });
  await load({ sourceKey: 'd', category: 'board-games', categoryName: 'Other' });
  t.strictSame(
    (await world.domain.listCategories()).filter(({ slug }) => !known.some((one) => one.slug === slug)),
    [
      { slug: 'board-games', name: 'Board games', emoji: '📌' },
      { slug: 'c-plus-plus', name: 'C++ meetup', emoji: '📌' },
    ],
  );
  t.equal((await world.domain.listCategories()).length, known.length + 2);
  t.equal((await world.dependencies.stores.categories.find('music'))?.name, 'Music');
  const found = (q: string) => world.domain.searchEvents({ q, callerId: null });
  t.equal((await found('meetup')).total, 1, 'the name of the category is searched');
  t.equal((await found('board')).total, 2);
  t.equal(nameOfSlug('a-b-c'), 'A b c');
});

t.test('a batch is one unit of work of the size bulk', async (t) => {
  const { world, organizerId } = await scene();
  const sizes: unknown[] = [];
  const domain = createDomain({
    ...world.dependencies,
    unitOfWork: {
      run: (work, size) => {
        sizes.push(size);
        return world.dependencies.unitOfWork.run(work, size);
      },
    },
  });
  await domain.importEvents({ organizerId, events: [{ sourceKey: 'a', draft: draft(world) }] });
  const eventId = (await domain.listEvents({ callerId: null })).items[0]?.event.id ?? '';
  await domain.invite({ eventId, callerId: organizerId, circleIds: [], userIds: [unknownId], emails: [] });
  t.strictSame(sizes, ['bulk', 'bulk']);
});

t.test('an import adds sound events once and reports the others', async (t) => {
  const world = createMemoryWorld();
  const organizerId = await person(world);
  const entry = (sourceKey: string, changes: Partial<EventDraft> = {}, categoryName?: string) => ({
    sourceKey,
    draft: draft(world, changes),
    categoryName,
  });
  const events = [
    entry('a'),
    entry('b', { category: 'board-games' }),
    entry('c', { category: 'c-plus-plus' }, 'C++'),
    entry('d', { title: '' }),
    entry('a'),
  ];
  t.hasStrict(await world.domain.importEvents({ organizerId, events }), {
    added: 3,
    known: 1,
    faulty: [{ index: 3, errors: [{ path: '/title' }] }],
  });
  t.hasStrict(await world.domain.importEvents({ organizerId, events }), { added: 0, known: 4 });
  const names = (await world.domain.listCategories()).map(({ name }) => name);
  t.ok(names.includes('Board games') && names.includes('C++'));
  t.equal((await world.domain.searchEvents({ q: 'board', callerId: null })).total, 1);
});
