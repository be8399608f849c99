import t from 'tap';
import { createMemoryWorld } from '../../memory/index.ts';
import { after, hour } from '../../src/time.ts';
import { draft, event, faultsOf, person, refusal, unknownId } from '../support.ts';

const act = { operatorId: null };

const openScene = async () => {
  const world = createMemoryWorld();
  const organizerId = await person(world);
  const { domain } = world;
  const listed = async (category: string) =>
    (await domain.listEvents({ category: category.split(','), callerId: null })).items.map(
      ({ event }) => event.category.slug,
    );
  const merge = (slug: string, into: string) => domain.mergeCategory({ ...act, slug, into });
  return { world, domain, organizerId, listed, merge };
};

t.test('a sign alone is changed', async (t) => {
  const { domain } = await openScene();
  const changed = await domain.changeCategory({ ...act, slug: 'music', changes: { emoji: ' 🎻 ' } });
  t.match(changed, { emoji: '🎻', name: 'Music' });
});

t.test('an operator adds, renames, hides and orders categories', async (t) => {
  const { world, domain } = await openScene();
  const slugs = async () => (await domain.listCategories()).map(({ slug }) => slug);
  t.strictSame(await slugs(), ['food', 'music', 'tech']);
  const added = await domain.addCategory({ ...act, slug: 'open-air', name: ' Open air ', emoji: '🌳' });
  t.strictSame(added, {
    ...{ slug: 'open-air', name: 'Open air', emoji: '🌳' },
    ...{ isHidden: false, position: null, isImported: false, mergedInto: null },
  });
  await t.rejects(
    domain.addCategory({ ...act, slug: 'music', name: 'M', emoji: '·' }),
    refusal('category_exists'),
  );
  t.strictSame(
    (await faultsOf(domain.addCategory({ ...act, slug: 'Open Air', name: ' ', emoji: '🌳'.repeat(17) }))).map(
      ({ path }) => path,
    ),
    ['/slug', '/name', '/emoji'],
  );
  await domain.changeCategory({ ...act, slug: 'tech', changes: { name: 'Computers', isHidden: true } });
  t.strictSame(await slugs(), ['food', 'music', 'open-air']);
  await domain.changeCategory({ ...act, slug: 'music', changes: { position: 1 } });
  t.strictSame(await slugs(), ['music', 'food', 'open-air']);
  for (const position of [0, 1.5, 10_001])
    t.match(await faultsOf(domain.changeCategory({ ...act, slug: 'music', changes: { position } })), [
      { path: '/position' },
    ]);
  for (const slug of ['no-such', '\0'])
    await t.rejects(domain.changeCategory({ ...act, slug, changes: {} }), refusal('not_found'));
  await domain.orderCategories({ ...act, slugs: ['open-air', 'tech'] });
  t.strictSame(await slugs(), ['open-air', 'food', 'music']);
  t.strictSame(
    (await faultsOf(domain.orderCategories({ ...act, slugs: ['food', 'no-such', 'food'] }))).map(
      ({ path }) => path,
    ),
    ['/slugs/1', '/slugs/2'],
  );
  t.match(
    (await domain.listManagedCategories()).map(({ slug, isHidden }) => [slug, isHidden]),
    [
      ['open-air', false],
      ['tech', true],
      ['food', false],
      ['music', false],
    ],
  );
  t.strictSame(
    world.auditEntries.slice(-4).map(({ event, reason }) => [event, reason]),
    [
      ['category_added', 'open-air'],
      ['category_changed', 'tech'],
      ['category_changed', 'music'],
      ['category_changed', 'open-air tech'],
    ],
  );
});

t.test('a category is found by its new name', async (t) => {
  const { world, domain, organizerId } = await openScene();
  await event(world, organizerId);
  await domain.changeCategory({ ...act, slug: 'music', changes: { name: 'Concerts' } });
  const found = async (q: string) => (await domain.searchEvents({ q, callerId: null })).total;
  t.strictSame([await found('concerts'), await found('music')], [1, 0]);
});

t.test('a merged category is the other one, in lists, drafts, series and imports', async (t) => {
  const { world, domain, organizerId, listed, merge } = await openScene();
  const { id } = await event(world, organizerId, { category: 'tech' });
  const series = await domain.createSeries({
    organizerId,
    draft: draft(world, { category: 'tech' }),
    rule: 'FREQ=DAILY;COUNT=2',
  });
  t.match(await merge('tech', 'food'), { slug: 'food' });
  t.strictSame(await listed('food'), ['food', 'food', 'food']);
  t.strictSame(await listed('tech'), ['food', 'food', 'food'], 'its slug goes on to work');
  for (const slug of ['no-such', '\0']) t.strictSame(await listed(slug), []);
  t.strictSame(await listed('no-such,tech'), ['food', 'food', 'food'], 'also among others');
  t.strictSame(await listed('food,tech'), ['food', 'food', 'food']);

  t.equal((await event(world, organizerId, { category: 'tech' })).category.slug, 'food');
  const changed = await domain.updateEvent({
    eventId: id,
    callerId: organizerId,
    changes: { category: 'tech' },
  });
  t.match([changed.category.slug, changed.sequence], ['food', 1], 'nothing but the merge has changed');
  await domain.changeSeries({
    seriesId: series.id,
    callerId: organizerId,
    event: { category: 'tech', title: 'New' },
  });
  t.strictSame(new Set(await listed('tech')), new Set(['food']));
  await domain.createSeries({
    organizerId,
    draft: draft(world, { category: 'tech' }),
    rule: 'FREQ=DAILY;COUNT=2',
  });
  t.strictSame(
    world.tables.series.rows().map((one) => one.draft.category),
    ['food', 'food'],
  );
  t.strictSame(new Set(world.tables.events.rows().map(({ category }) => category)), new Set(['food']));
  const events = [{ sourceKey: 'a', draft: draft(world, { category: 'tech' }) }];
  const load = () => domain.importEvents({ organizerId, events });
  t.match(await load(), { added: 1 });
  t.match(await load(), { added: 0, changed: 0, unchanged: 1 });

  t.match(await merge('tech', 'food'), { slug: 'food' }, 'once more changes nothing');
  await t.rejects(merge('tech', 'music'), refusal('not_found'));
  await t.rejects(merge('no-such', 'music'), refusal('not_found'));
  for (const into of ['tech', 'no-such', 'music', '\0'])
    t.match(await faultsOf(merge('music', into)), [{ path: '/into' }], into);
  t.match(world.auditEntries.at(-1), { event: 'category_merged', reason: 'tech into food' });
});

t.test('a large category is moved by jobs, each from where the one before it ended', async (t) => {
  const { world, domain, organizerId, merge } = await openScene();
  const events = Array.from({ length: 2_050 }, (_, index) => ({
    sourceKey: `key ${index}`,
    draft: draft(world, { category: 'tech', startAt: after(world.clock.now(), hour + index) }),
  }));
  await domain.importEvents({ organizerId, events });
  const left = () => world.tables.events.rows().filter(({ category }) => category === 'tech').length;
  await merge('tech', 'food');
  t.equal(left(), 50);
  await world.performJobs();
  t.equal(left(), 0);
  t.equal((await domain.getEvent({ eventId: unknownId, callerId: null }).catch(() => null)) ?? null, null);
});

t.test('what an import makes is known as such, and merged by hand', async (t) => {
  const { domain, organizerId, world, listed, merge } = await openScene();
  const entry = {
    sourceKey: 'a',
    draft: draft(world, { category: 'live-music' }),
  };
  await domain.importEvents({ organizerId, events: [entry] });
  const imported = (await domain.listManagedCategories()).filter(({ isImported }) => isImported);
  t.match(imported, [{ slug: 'live-music', name: 'Live music', mergedInto: null }]);
  await merge('live-music', 'music');
  t.match(await domain.importEvents({ organizerId, events: [entry] }), { unchanged: 1 });
  t.strictSame(await listed('live-music'), ['music']);
  t.strictSame(
    (await domain.listCategories()).map(({ slug }) => slug),
    ['food', 'music', 'tech'],
  );
});
