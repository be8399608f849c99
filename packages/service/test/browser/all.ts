// Runs the tests in Chromium in one process: they share one browser, which takes seconds of processor time to start.
// `npx tap path/to/x.test.ts` runs one file.
import { globSync } from 'node:fs';

for (const file of globSync('*.test.ts', { cwd: import.meta.dirname }).sort()) await import(`./${file}`);
