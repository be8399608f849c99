import { knownCategory } from '../fixtures.ts';
import { concurrently, type Needs, type Open, rolledBack, type TestScope, withAdapters } from '../harness.ts';

type Ports = Needs<'categories', 'unitOfWork'>;

const zither = { slug: 'zither', name: 'Zither', emoji: '🪕' } as const;
const apiary = { slug: 'apiary', name: 'zoo of bees', emoji: '🐝' } as const;

export const categoryStoreContract = async (t: TestScope, open: Open<Ports>): Promise<void> => {
  const example = withAdapters(open);

  await example(t, 'finds this category alone', async (t, { stores: { categories } }) => {
    await categories.ensure([zither]);
    t.strictSame(await categories.find('zither'), zither);
    t.strictSame(await categories.find(knownCategory.slug), knownCategory);
    t.equal(await categories.find('no-such'), null);
  });

  await example(
    t,
    'adds new slugs and leaves the others as they are',
    async (t, { stores: { categories } }) => {
      const before = await categories.list();
      await categories.ensure([{ ...knownCategory, name: 'Not music', emoji: '?' }, zither]);
      t.strictSame(await categories.find(knownCategory.slug), knownCategory);
      await categories.ensure([{ ...zither, name: 'Other' }]);
      await categories.ensure([]);
      t.strictSame(await categories.find('zither'), zither);
      const added = (await categories.list()).filter(
        ({ slug }) => !before.some((category) => category.slug === slug),
      );
      t.equal(
        (await categories.list()).length,
        before.length + added.length,
        'those from before are still there',
      );
    },
  );

  await example(t, 'lists by name, by code point, then by slug', async (t, { stores: { categories } }) => {
    const [second, first] = [
      { slug: 'twin-b', name: 'Twin', emoji: '2' },
      { slug: 'twin-a', name: 'Twin', emoji: '1' },
    ];
    await categories.ensure([zither, apiary, second, first]);
    const list = await categories.list();
    const position = (slug: string) => list.findIndex((category) => category.slug === slug);
    t.strictSame(list[position('twin-a')], first);
    t.equal(position('twin-b'), position('twin-a') + 1);
    const names = list.map(({ name }) => name);
    t.strictSame(names, names.toSorted());
    t.ok(position('zither') < position('apiary'), 'capital letters first');
    t.ok(position(knownCategory.slug) < position('zither'));
  });

  await example(t, 'adds a slug once among parallel callers', async (t, { stores: { categories } }) => {
    const slugs = ['parallel-a', 'parallel-b', 'parallel-c'];
    await concurrently(8, (index) => {
      const added = slugs.map((slug) => ({ slug, name: `By caller ${index}`, emoji: '' }));
      return categories.ensure(index % 2 === 0 ? added : added.toReversed());
    });
    const list = (await categories.list()).filter(({ slug }) => slugs.includes(slug));
    t.strictSame(list.map(({ slug }) => slug).sort(), slugs);
  });

  await example(t, 'is rolled back with its unit of work', async (t, adapters) => {
    const fresh = { slug: 'rolled-back', name: 'Rolled back', emoji: '' };
    await rolledBack(t, adapters, ({ categories }) => categories.ensure([fresh]));
    t.equal(await adapters.stores.categories.find(fresh.slug), null);
  });
};
