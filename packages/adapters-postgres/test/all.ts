// Runs the tests that need no server of their own in one process, on one database server: loading the adapters and
// starting a server for each file takes longer than most of the tests. `npx tap path/to/x.test.ts` runs one file.
import { globSync } from 'node:fs';
import t from 'tap';
import { openTestDatabase } from '../test-support/test-database.ts';

/** Tests that stop, freeze or replace a server wait most of the time; `.taprc` runs them beside the others. */
const ownServers = ['connection/unavailable-server.test.ts', 'embedded-postgres/**', 'replicas/**'];

const fileTimeout = 120_000;

// What a file opens is closed at its end. Once the outermost test has a teardown, it ends when it is idle.
const opened: (() => unknown)[] = [];
t.teardown = (close) => void opened.push(close);
const closeAll = async () => {
  for (const close of opened.splice(0).reverse()) await close();
};

const database = await openTestDatabase(); // keeps the server from one file to the next
for (const file of globSync('**/*.test.ts', { cwd: import.meta.dirname, exclude: ownServers }).sort()) {
  t.setTimeout(fileTimeout);
  await import(`./${file}`);
  await t.test(`the end of ${file}`, closeAll);
}
await database.close();
