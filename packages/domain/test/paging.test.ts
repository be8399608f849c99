import t from 'tap';
import { limits } from '../src/limits.ts';
import { offsetOf, toPage } from '../src/paging.ts';
import { faultsOf } from './support.ts';

const faults = (page: Parameters<typeof toPage>[0]) => faultsOf((async () => toPage(page))());

t.test('a page has its bounds and defaults', async (t) => {
  t.strictSame(toPage({}), { page: 1, limit: 20 });
  t.strictSame(toPage({ page: 1, limit: 1 }), { page: 1, limit: 1 });
  t.strictSame(toPage({ page: limits.page, limit: limits.pageSize }), { page: 1_000_000, limit: 50 });
  const page = [{ path: '/page', message: 'must be a whole number from 1 to 1000000' }];
  for (const wrong of [0, -1, 1.5, Number.NaN, limits.page + 1])
    t.strictSame(await faults({ page: wrong }), page);
  const limit = [{ path: '/limit', message: 'must be a whole number from 1 to 50' }];
  for (const wrong of [0, -1, 1.5, Number.NaN, limits.pageSize + 1])
    t.strictSame(await faults({ limit: wrong }), limit);
  const sizes = { usual: 70, most: 80 };
  t.strictSame(toPage({}, sizes), { page: 1, limit: 70 });
  t.strictSame(toPage({ limit: 80 }, sizes), { page: 1, limit: 80 });
  t.strictSame(await faultsOf((async () => toPage({ limit: 81 }, sizes))()), [
    { path: '/limit', message: 'must be a whole number from 1 to 80' },
  ]);
  t.equal(offsetOf({ page: 3, limit: 20 }), 40);
});
