// Runs all tests of the domain in one process: starting one for each file would take longer than the tests.
// `npm test` runs it under tap. On its own it prints the tests that fail, and how many passed and failed.
import { globSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';

const isAlone = process.env.TAP !== '1';
// The cache saves stripping types and compiling; coverage, which tap measures, is less precise with it.
if (isAlone) enableCompileCache();

if (isAlone) await import('../../../scripts/lean-tap.ts'); // as .taprc does
const { default: t } = await import('tap');

/** Prints what tap says of the outermost tests that fail. */
const printFailures = () => {
  const output = new PassThrough();
  t.pipe(output);
  t.register();
  let test: string[] = [];
  let [passed, failed] = [0, 0];
  let isFailing = false;
  const lines = createInterface({ input: output });
  lines.on('line', (line) => {
    if (/^# Subtest/.test(line)) {
      test = [];
      isFailing = false;
    }
    if (/^ok /.test(line)) passed += 1;
    if (/^not ok /.test(line)) failed += 1;
    isFailing ||= /^not ok /.test(line);
    test.push(line);
    if (isFailing) process.stdout.write(`${test.splice(0).join('\n')}\n`);
  });
  lines.on('close', () =>
    process.stdout.write(`${passed} tests passed${failed === 0 ? '' : `, ${failed} failed`}\n`),
  );
};

if (isAlone) printFailures();
for (const file of globSync('**/*.test.ts', { cwd: import.meta.dirname }).sort()) await import(`./${file}`);
