import t from 'tap';
import { createMemoryWorld } from '../../../memory/index.ts';
import { createDomain } from '../../../src/create-domain.ts';
import { event, person, refusal } from '../../support.ts';

const scene = async () => {
  const world = createMemoryWorld();
  const { stores } = world.dependencies;
  let countings = 0;
  let isDown = false;
  const domain = createDomain({
    ...world.dependencies,
    stores: {
      ...stores,
      vocabulary: {
        ...stores.vocabulary,
        tagCounts: async (at, limit) => {
          countings += 1;
          if (isDown) throw new Error('down');
          return stores.vocabulary.tagCounts(at, limit);
        },
      },
    },
  });
  const callerId = await person(world);
  return {
    ...{ world, domain, countings: () => countings },
    add: (...tags: readonly string[]) => event(world, callerId, { tags }),
    setDown: (value: boolean) => {
      isDown = value;
    },
  };
};

t.test('the most used tags that begin so come first, 20 at most', async (t) => {
  const { domain, add } = await scene();
  await add('jazz', 'jam', 'open-air');
  await add('jazz', 'open-air');
  for (const ten of [1, 2, 3]) await add(...Array.from({ length: 10 }, (_, index) => `x${ten}${index}`));
  t.strictSame(await domain.listTags({ prefix: 'ja' }), [
    { slug: 'jazz', events: 2 },
    { slug: 'jam', events: 1 },
  ]);
  t.strictSame(await domain.listTags({ prefix: 'azz' }), []);
  const all = await domain.listTags({});
  t.strictSame(all.slice(0, 4), [
    { slug: 'jazz', events: 2 },
    { slug: 'open-air', events: 2 },
    { slug: 'jam', events: 1 },
    { slug: 'x10', events: 1 },
  ]);
  t.equal(all.length, 20);
  await t.rejects(
    domain.listTags({ prefix: 'x'.repeat(41) }),
    refusal('invalid_request', { errors: [{ path: '/prefix' }] }),
  );
});

t.test('events are counted once a minute, whatever is asked', async (t) => {
  const { world, domain, add, countings, setDown } = await scene();
  await add('jazz');
  await Promise.all(['', 'j', 'x'].map((prefix) => domain.listTags({ prefix })));
  await add('jazz');
  world.clock.advance(59_999);
  t.match(await domain.listTags({}), [{ events: 1 }]);
  t.equal(countings(), 1);
  world.clock.advance(1);
  t.match(await domain.listTags({}), [{ events: 2 }]);
  t.equal(countings(), 2);
  world.clock.advance(60_000);
  setDown(true);
  await t.rejects(domain.listTags({}), { message: 'down' });
  setDown(false);
  t.match(await domain.listTags({}), [{ events: 2 }], 'what failed is tried again');
  t.equal(countings(), 4);
});
