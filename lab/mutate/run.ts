// npm run mutate -- [domain|memory|http|postgres] [parts of paths] [--sample 300] [--seed 1]: changes the code in many small
// ways and runs the tests against each; a change that no test notices is printed. Fails below the floors of
// targets.ts, or when equivalents.json names a mutant that is not there or that a test notices. With `--sample` so
// many of the changes are drawn, the same ones for the same seed and code, and no floor holds. With `--minutes` it ends
// after that time and judges the changes that it came to.
import { hash } from 'node:crypto';
import { parseArgs } from 'node:util';
import { startEphemeralPostgres } from '../../packages/adapters-postgres/src/embedded-postgres/embedded-postgres.ts';
import { isAbout, readEquivalents } from './equivalents.ts';
import { instrument, type Mutant } from './instrument.ts';
import { type Target, targets } from './targets.ts';
import { testMutants, type Verdict } from './test-mutants.ts';

const names = targets.map(({ name }) => name);
const { positionals: args, values } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string' },
  },
});
const namedTargets = targets.filter(({ name }) => args.includes(name));
const chosenTargets = namedTargets.length > 0 ? namedTargets : targets.filter(({ floor }) => floor !== null);
const parts = args.filter((arg) => !names.includes(arg));
const sampleSize = values.sample === undefined ? null : Number(values.sample);
const msInAll = values.minutes === undefined ? Number.POSITIVE_INFINITY : Number(values.minutes) * 60_000;
const isWhole = parts.length === 0 && sampleSize === null && values.minutes === undefined;
const isChosen = ({ file }: { readonly file: string }) =>
  parts.length === 0 || parts.some((part) => file.includes(part.replace(/:\d+$/, '')));
/** A part of a path may end in a line, as survivors are printed. */
const isChosenMutant = ({ file, line }: Mutant) =>
  parts.length === 0 ||
  parts.some((part) => (/:\d+$/.test(part) ? `${file}:${line}`.endsWith(part) : file.includes(part)));

const print = (text: string): void => void process.stdout.write(`${text}\n`);
const oneLine = (text: string) => text.replace(/\s+/g, ' ').slice(0, 110);

const score = (verdicts: readonly Verdict[]): number =>
  verdicts.length === 0
    ? 100
    : (100 * verdicts.filter(({ killedBy }) => killedBy !== null).length) / verdicts.length;

/** Mutants in the order of a hash of the seed and of what they change, as many as are wanted. */
const sampleOf = (mutants: readonly Mutant[]): readonly Mutant[] => {
  if (sampleSize === null) return mutants;
  const rankOf = ({ file, line, column, replacement }: Mutant) =>
    hash('sha256', JSON.stringify([values.seed, file, line, column, replacement]));
  return mutants
    .map((mutant) => ({ mutant, rank: rankOf(mutant) }))
    .sort((one, other) => (one.rank < other.rank ? -1 : 1))
    .slice(0, sampleSize)
    .map(({ mutant }) => mutant);
};

const printSurvivor = ({ mutant, isCovered }: Verdict): void =>
  print(
    `${mutant.file}:${mutant.line}:${mutant.column}${isCovered ? '' : ' (no test runs it)'}\n` +
      `    - ${oneLine(mutant.original)}\n    + ${oneLine(mutant.replacement)}`,
  );

/** Runs one target and returns what is wrong. */
const run = async (target: Target): Promise<readonly string[]> => {
  const startedAt = performance.now();
  const instrumented = await instrument(target.sources, target.without);
  const selection = sampleOf(instrumented.mutants.filter(isChosenMutant));
  const equivalents = readEquivalents().filter(
    (equivalent) => equivalent.file.startsWith(`${target.sources}/`) && isChosen(equivalent),
  );
  const verdicts = await testMutants(instrumented, selection, target, msInAll, (verdict) => {
    if (verdict.killedBy === null && !equivalents.some(isAbout(verdict.mutant))) printSurvivor(verdict);
  });

  const judged = verdicts.filter(({ mutant }) => !equivalents.some(isAbout(mutant)));
  const survivors = judged.filter(({ killedBy }) => killedBy === null);
  for (const { mutant } of verdicts.filter(({ isTimeout }) => isTimeout))
    print(`${mutant.file}:${mutant.line}:${mutant.column} never ends`);
  const percent = score(judged);
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  print(
    `${target.name}: ${percent.toFixed(1)} % of ${judged.length} mutants noticed, ${survivors.length} not, ` +
      `${verdicts.length - judged.length} cannot change anything; ${seconds} s` +
      (verdicts.length < selection.length ? `; ${selection.length - verdicts.length} not run` : ''),
  );

  const stale = equivalents.filter((equivalent) => {
    const about = verdicts.filter(({ mutant }) => isAbout(mutant)(equivalent));
    return (
      (about.length === 0 && isWhole && verdicts.length === selection.length) ||
      about.some(({ killedBy }) => killedBy !== null)
    );
  });
  return [
    ...stale.map(
      ({ file, source, replacement }) =>
        `equivalents.json: ${file}: "${source}" with ${replacement}: is gone or noticed`,
    ),
    ...(isWhole && target.floor !== null && percent < target.floor
      ? [`${target.name}: below ${target.floor} %`]
      : []),
    ...target.flawless
      .filter((file) => survivors.some(({ mutant }) => mutant.file === file))
      .map((file) => `${file}: not all of its mutants are noticed`),
  ];
};

/** A test that a mutant stops leaves its connections open for as long as its thread lives. */
const serverSettings = { max_connections: '500' };

const wrong: string[] = [];
for (const target of chosenTargets) {
  const server = target.needsDatabase ? await startEphemeralPostgres({ settings: serverSettings }) : null;
  if (server) process.env.TEST_DATABASE_URL = server.url;
  try {
    wrong.push(...(await run(target)));
  } finally {
    await server?.stop();
  }
}
for (const line of wrong) print(line);
if (wrong.length > 0) process.exitCode = 1;
