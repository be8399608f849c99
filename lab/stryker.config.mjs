// npm run mutate: changes the domain's code in many small ways, runs the tests of its subject against each change and prints those
// that none notices. `PART=sessions npm run mutate` takes one subject.

const part = process.env.PART ?? '**';

/** @type {import('@stryker-mutator/core').PartialStrykerOptions} */
export default {
  testRunner: 'tap',
  plugins: ['@stryker-mutator/tap-runner'],
  tap: {
    testFiles: [`packages/domain/test/${part}/*.test.ts`],
    nodeArgs: [
      ...['--conditions=@event-platform/source', '--require=./scripts/lean-tap.ts'],
      ...['--require={{hookFile}}', '{{testFile}}'],
    ],
  },
  mutate: [`packages/domain/src/${part}/*.ts`],
  ignorePatterns: ['docs', 'examples', 'lab', 'ops', 'release', 'dist', 'packages/[!d]*'],
  tempDirName: '.stryker-tmp',
  // Types are stripped, not checked: TypeScript 7 has no interface for programs.
  disableTypeChecks: false,
  tsconfigFile: 'none',
  dryRunTimeoutMinutes: 30,
  reporters: ['clear-text'],
  clearTextReporter: { logTests: false, reportTests: false },
  concurrency: 2,
  thresholds: { high: 95, low: 80, break: process.env.PART ? 80 : null },
};
