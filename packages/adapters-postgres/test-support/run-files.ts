import t from 'tap';
import { openTestDatabase } from './test-database.ts';

/**
 * Runs test files one after another in this process: loading the adapters for each file takes longer than most of the
 * tests, and so does starting a server.
 * @param sharesServer whether the database server of the tests stays from one file to the next
 */
export const runFiles = async (
  folder: string,
  files: readonly string[],
  { sharesServer = true } = {},
): Promise<void> => {
  // What a file opens is closed at its end. Once the outermost test has a teardown, it ends when it is idle.
  const opened: (() => unknown)[] = [];
  t.teardown = (close) => void opened.push(close);
  const closeAll = async () => {
    for (const close of opened.splice(0).reverse()) await close();
  };

  const database = sharesServer ? await openTestDatabase() : undefined; // keeps the server
  for (const file of files.toSorted()) {
    await import(`${folder}/${file}`);
    await t.test(`the end of ${file}`, closeAll);
  }
  await database?.close();
};
