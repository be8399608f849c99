import t from 'tap';
import { openFuzzWorld } from './fuzz-world.ts';
import { grownBy, mostGrowth, runFuzz } from './run-fuzz.ts';

t.test('responds to every request as documented, without data that the sender may not see', async (t) => {
  const world = await openFuzzWorld();
  t.teardown(world.close);
  const report = await runFuzz(world, 1_800, 7);
  t.strictSame(report.faults, []);
  t.strictSame(
    [...report.operations].filter(([, { sent }]) => sent === 0).map(([id]) => id),
    [],
    'every operation was called',
  );
  const granted = [...report.operations].filter((each) => each[1].granted > 0);
  t.ok(
    granted.length > report.operations.size / 2,
    `${granted.length} of ${report.operations.size} operations granted something`,
  );
  t.ok(grownBy(report) < mostGrowth, `the heap went from ${report.heap[0]} to ${report.heap.at(-1)} bytes`);
});
