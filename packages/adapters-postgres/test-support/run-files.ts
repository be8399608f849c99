import t from 'tap';
import { openTestDatabase } from './test-database.ts';

const fileTimeout = 120_000;

/**
 * Runs test files one after another in this process, on one database server: loading the adapters and starting a server
 * for each file takes longer than most of the tests.
 */
export const runFiles = async (folder: string, files: readonly string[]): Promise<void> => {
  // What a file opens is closed at its end. Once the outermost test has a teardown, it ends when it is idle.
  const opened: (() => unknown)[] = [];
  t.teardown = (close) => void opened.push(close);
  const closeAll = async () => {
    for (const close of opened.splice(0).reverse()) await close();
  };

  const database = await openTestDatabase(); // keeps the server from one file to the next
  for (const file of files.toSorted()) {
    t.setTimeout(fileTimeout);
    await import(`${folder}/${file}`);
    await t.test(`the end of ${file}`, closeAll);
  }
  await database.close();
};
