import { parseTextQuery } from '../../src/search/text-query.ts';
import { after, day } from '../../src/time.ts';
import { addEvent, addUser, anyEvent, now } from '../fixtures.ts';
import { concurrently, type Needs, type Open, type TestScope, withAdapters } from '../harness.ts';
import { someSeries } from '../series/series-fixtures.ts';

type Ports = Needs<
  'categories' | 'managedCategories' | 'events' | 'series' | 'users' | 'eventCatalog',
  'unitOfWork'
>;

const page = { page: 1, limit: 20 };
const plain = { isHidden: false, position: null, isImported: false, mergedInto: null };

export const managedCategoryStoreContract = async (t: TestScope, open: Open<Ports>): Promise<void> => {
  const example = withAdapters(open);

  await example(
    t,
    'adds a category of a new slug',
    async (t, { stores: { categories, managedCategories } }) => {
      const lute = { slug: 'lute', name: 'Lute', emoji: '🎸' };
      t.strictSame(await managedCategories.add(lute), { ...lute, ...plain });
      t.equal(await managedCategories.add({ ...lute, name: 'Other' }), null);
      t.strictSame(await categories.find('lute'), lute);
      await categories.ensure([{ ...lute, slug: 'oud' }]);
      const all = await managedCategories.all();
      t.strictSame(
        all.filter(({ slug }) => slug === 'lute' || slug === 'oud').map(({ isImported }) => isImported),
        [false, true],
        'what an import adds is known as such',
      );
    },
  );

  await example(
    t,
    'changes, hides and orders categories',
    async (t, { stores: { categories, managedCategories } }) => {
      for (const slug of ['one', 'two', 'three'])
        await managedCategories.add({ slug, name: `Z ${slug}`, emoji: '·' });
      const slugs = async () =>
        (await categories.list())
          .map(({ slug }) => slug)
          .filter((slug) => /^(?:one|two|three|music)$/.test(slug));
      t.strictSame(await slugs(), ['music', 'one', 'three', 'two']);
      await managedCategories.order(['two', 'no-such', 'one']);
      t.strictSame(await slugs(), ['two', 'one', 'music', 'three']);
      await managedCategories.order(['three']);
      t.strictSame(await slugs(), ['three', 'music', 'one', 'two'], 'the others are by name again');
      const two = { ...plain, slug: 'two', name: 'A', emoji: '2', position: 1 };
      t.strictSame(await managedCategories.change('two', { position: 1, name: 'A', emoji: '2' }), two);
      t.strictSame(await slugs(), ['two', 'three', 'music', 'one']);
      t.strictSame(await managedCategories.change('two', { isHidden: true }), { ...two, isHidden: true });
      t.strictSame(await slugs(), ['three', 'music', 'one']);
      t.strictSame(
        await categories.find('two'),
        { slug: 'two', name: 'A', emoji: '2' },
        'its slug goes on to work',
      );
      t.ok((await managedCategories.all()).some(({ slug, isHidden }) => slug === 'two' && isHidden));
      t.strictSame(await managedCategories.change('two', { isHidden: false, position: null }), {
        ...two,
        position: null,
      });
      t.strictSame(
        await managedCategories.change('two', {}),
        { ...two, position: null },
        'nothing is a change, too',
      );
      t.equal(await managedCategories.change('no-such', { name: 'B' }), null);
      await managedCategories.order([]);
    },
  );

  await example(
    t,
    'merges a category, and finds its events by the other one',
    async (t, { stores, unitOfWork }) => {
      const { categories, managedCategories, events, eventCatalog, series } = stores;
      for (const slug of ['first', 'second', 'third'])
        await managedCategories.add({ slug, name: `Name of ${slug}`, emoji: '·' });
      const { id: organizerId } = await addUser(stores);
      const tie = { organizerId, startAt: after(now, day) };
      const entries = [
        await addEvent(stores, { ...tie, category: 'first', tags: ['kept'] }),
        await addEvent(stores, { ...tie, category: 'first', visibility: 'private' }),
        await addEvent(stores, {
          organizerId,
          category: 'first',
          startAt: after(now, 2 * day),
          endAt: after(now, 3 * day),
        }),
      ];
      const repeated = someSeries(organizerId);
      await series.add({ ...repeated, draft: { ...repeated.draft, category: 'first' } });
      const merge = (slug: string, into: string) =>
        unitOfWork.run((inside) => inside.managedCategories.merge(slug, into));
      t.equal(await merge('first', 'first'), false);
      t.equal(await merge('first', 'no-such'), false);
      t.equal(await merge('no-such', 'first'), false);
      t.equal(await merge('first', 'second'), true);
      t.equal(await merge('first', 'third'), false, 'it is one no more');
      t.equal(await merge('third', 'first'), false);
      t.equal(await managedCategories.change('first', { name: 'B' }), null);
      t.equal(
        await managedCategories.add({ slug: 'first', name: 'C', emoji: '·' }),
        null,
        'its slug is taken',
      );
      t.equal((await categories.find('first'))?.slug, 'second');
      t.not(
        (await categories.list()).some(({ slug }) => slug === 'first'),
        true,
      );
      t.ok(
        (await managedCategories.all()).some(
          ({ slug, mergedInto }) => slug === 'first' && mergedInto === 'second',
        ),
      );
      t.equal((await series.find(repeated.id))?.draft.category, 'second');

      const listed = async (category: string | null, q?: string) => {
        const filter = {
          ...anyEvent,
          categories: category === null ? null : [category],
          text: q === undefined ? null : parseTextQuery(q),
        };
        return (await eventCatalog.list(filter, 'time', null, page)).total;
      };
      t.strictSame([await listed('first'), await listed('second')], [2, 0]);
      const cursor = await managedCategories.refile('first', null, 2);
      t.strictSame([await listed('first'), await listed('second')], [1, 1]);
      const last = await managedCategories.refile('first', cursor, 2);
      t.ok(last);
      t.equal(await listed(null, 'kept'), 1, 'by its tag, too');
      t.equal(await managedCategories.refile('first', last, 2), null);
      t.equal(await managedCategories.refile('no-such', null, 2), null);
      t.strictSame([await listed('first'), await listed('second')], [0, 2]);
      for (const { id, sequence } of entries) {
        const moved = await events.find(id);
        t.strictSame([moved?.category, moved?.sequence], ['second', sequence + 1]);
      }
      t.equal(await listed(null, 'second'), 2, 'searches find them by its name');

      await managedCategories.change('second', { name: 'Zymurgy' });
      await managedCategories.refile('second', null, 10);
      t.strictSame([await listed(null, 'second'), await listed(null, 'zymurgy')], [0, 2]);
      t.equal(
        (await events.find(entries[0]?.id as never))?.sequence,
        1,
        'a name alone is no change of theirs',
      );

      t.equal(await merge('second', 'third'), true);
      t.equal((await categories.find('first'))?.slug, 'third', 'what was merged follows');
    },
  );

  await example(t, 'merges each of two into the other one only once', async (t, { stores, unitOfWork }) => {
    const { managedCategories } = stores;
    for (const slug of ['left', 'right']) await managedCategories.add({ slug, name: slug, emoji: '·' });
    const outcomes = await concurrently(4, (index) =>
      unitOfWork.run((inside) =>
        index % 2 === 0
          ? inside.managedCategories.merge('left', 'right')
          : inside.managedCategories.merge('right', 'left'),
      ),
    );
    t.strictSame(outcomes.filter(Boolean), [true]);
  });
};
