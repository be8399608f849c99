import t from 'tap';
import { planKinds } from '../../src/discovery/plan.ts';
import { nameOf, type Shape } from '../../src/discovery/shape.ts';

t.test('each shape of a statement has a name of its own', async (t) => {
  const flags = [false, true];
  const names = new Set<string>();
  let shapes = 0;
  for (const plan of planKinds)
    for (const ranking of ['none', 'one-word', 'title'] as const)
      for (const isDated of flags)
        for (const hasEnd of flags)
          for (const hasArea of flags)
            for (const hasCategory of flags)
              for (const isBeyondRanked of flags) {
                const shape: Shape = {
                  plan,
                  ranking,
                  isDated,
                  hasEnd,
                  hasArea,
                  hasCategory,
                  isBeyondRanked,
                };
                names.add(nameOf(shape));
                shapes += 1;
              }
  t.equal(names.size, shapes);
  t.strictSame(
    [...names].filter((name) => !/^[a-z-]+$/.test(name)),
    [],
  );
});
