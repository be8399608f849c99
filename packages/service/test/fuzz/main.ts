// npm run fuzz -- [requests, default 12000] [seed, default 1]: the long form of fuzz.test.ts.
import { openFuzzWorld } from './fuzz-world.ts';
import { grownBy, mostGrowth, runFuzz } from './run-fuzz.ts';

const [requests = 12_000, seed = 1] = process.argv.slice(2).map(Number);
const world = await openFuzzWorld();
try {
  const startedAt = performance.now();
  const report = await runFuzz(world, requests, seed);
  const megabytes = (bytes: readonly number[]) =>
    bytes.map((each) => (each / 1_048_576).toFixed(0)).join(' ');
  const granted = [...report.operations].map(([id, count]) => `${id} ${count.granted}/${count.sent}`);
  process.stdout.write(
    [
      ...report.faults,
      `seed ${seed}: ${report.requests} requests to ${report.operations.size} operations in ${Math.round((performance.now() - startedAt) / 1000)} s`,
      `statuses: ${Object.entries(report.statuses)
        .map((each) => each.join(' × '))
        .join(', ')}`,
      `granted: ${granted.join(', ')}`,
      `heap after a collection, MB: ${megabytes(report.heap)}; resident, MB: ${megabytes(report.rss)}`,
      `faults: ${report.faults.length}`,
      '',
    ].join('\n'),
  );
  if (report.faults.length > 0 || grownBy(report) > mostGrowth) process.exitCode = 1;
} finally {
  await world.close();
}
