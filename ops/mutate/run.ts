// npm run mutate -- [domain|memory] [part of a path]: changes the code in many small ways and runs the tests
// against each; a change that no test notices is printed. Fails below the floors of targets.ts, or when
// equivalents.json names a mutant that is not there or that a test notices.
import { isAbout, readEquivalents } from './equivalents.ts';
import { instrument } from './instrument.ts';
import { type Target, targets } from './targets.ts';
import { testMutants, type Verdict } from './test-mutants.ts';

const names = targets.map(({ name }) => name);
const args = process.argv.slice(2);
const chosenTargets = targets.filter(({ name }) => args.includes(name));
const [filter = ''] = args.filter((arg) => !names.includes(arg));

const print = (text: string) => process.stdout.write(`${text}\n`);
const oneLine = (text: string) => text.replace(/\s+/g, ' ').slice(0, 110);

const score = (verdicts: readonly Verdict[]): number =>
  verdicts.length === 0
    ? 100
    : (100 * verdicts.filter(({ killedBy }) => killedBy !== null).length) / verdicts.length;

/** Runs one target and returns what is wrong. */
const run = async (target: Target): Promise<readonly string[]> => {
  const startedAt = performance.now();
  const instrumented = await instrument(target.sources, target.without);
  const chosen = instrumented.mutants.filter(({ file }) => file.includes(filter));
  const equivalents = readEquivalents().filter(
    ({ file }) => file.startsWith(`${target.sources}/`) && file.includes(filter),
  );
  const verdicts = await testMutants(instrumented, chosen, target.tests);

  const judged = verdicts.filter(({ mutant }) => !equivalents.some(isAbout(mutant)));
  const survivors = judged
    .filter(({ killedBy }) => killedBy === null)
    .sort((one, other) => Number(one.mutant.id) - Number(other.mutant.id));
  for (const { mutant, isCovered } of survivors)
    print(
      `${mutant.file}:${mutant.line}:${mutant.column}${isCovered ? '' : ' (no test runs it)'}\n` +
        `    - ${oneLine(mutant.original)}\n    + ${oneLine(mutant.replacement)}`,
    );
  const percent = score(judged);
  print(
    `${target.name}: ${percent.toFixed(1)} % of ${judged.length} mutants noticed, ${survivors.length} not, ` +
      `${verdicts.length - judged.length} cannot change anything; ${Math.round((performance.now() - startedAt) / 1000)} s`,
  );

  const stale = equivalents.filter((known) => {
    const about = verdicts.filter(({ mutant }) => isAbout(mutant)(known));
    return about.length === 0 || about.some(({ killedBy }) => killedBy !== null);
  });
  return [
    ...stale.map(
      ({ file, source, replacement }) =>
        `equivalents.json: ${file}: "${source}" with ${replacement}: is gone or noticed`,
    ),
    ...(filter === '' && percent < target.floor ? [`${target.name}: below ${target.floor} %`] : []),
    ...target.flawless
      .filter((file) => survivors.some(({ mutant }) => mutant.file === file))
      .map((file) => `${file}: not all of its mutants are noticed`),
  ];
};

const wrong: string[] = [];
for (const target of chosenTargets.length > 0 ? chosenTargets : targets) wrong.push(...(await run(target)));
for (const line of wrong) print(line);
if (wrong.length > 0) process.exitCode = 1;
