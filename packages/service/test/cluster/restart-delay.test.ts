import t from 'tap';
import { restartDelay } from '../../src/cluster/restart-delay.ts';

t.test('doubles the delay with each worker that ends early, up to 30 s', async (t) => {
  t.strictSame(
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 100].map(restartDelay),
    [0, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000],
  );
});
