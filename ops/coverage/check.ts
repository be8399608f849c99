// npm run check:coverage, after `npm test -- --no-disable-coverage --coverage-report=json-summary`: prints the
// coverage of each folder of floors.ts and fails below a floor.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { floors } from './floors.ts';

interface Counts {
  readonly total: number;
  readonly covered: number;
}

/** A file in the report of istanbul's json-summary. */
interface Summary {
  readonly lines: Counts;
  readonly branches: Counts;
}

const root = `${import.meta.dirname}/../..`;
const report = JSON.parse(readFileSync(`${root}/.tap/report/coverage-summary.json`, 'utf8')) as Record<
  string,
  Summary
>;
const files = Object.entries(report).map(([file, summary]) => ({ file: relative(root, file), summary }));

/** Rounded down, so that 100 means all. No file at all is no coverage. */
const percent = (counts: readonly Counts[]): number => {
  const total = counts.reduce((sum, count) => sum + count.total, 0);
  const covered = counts.reduce((sum, count) => sum + count.covered, 0);
  return total === 0 ? 0 : Math.floor((10_000 * covered) / total) / 100;
};

for (const { folder, ...floor } of floors) {
  const summaries = files.filter(({ file }) => file.startsWith(`${folder}/`)).map(({ summary }) => summary);
  for (const kind of ['lines', 'branches'] as const) {
    const reached = percent(summaries.map((summary) => summary[kind]));
    const isBelow = reached < floor[kind];
    if (isBelow) process.exitCode = 1;
    process.stdout.write(
      `${folder}: ${reached} % of the ${kind}${isBelow ? `, below the floor of ${floor[kind]} %` : ''}\n`,
    );
  }
}
