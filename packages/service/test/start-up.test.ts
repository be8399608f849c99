import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { libphonenumberPhoneNumbers } from '@event-platform/adapters-notify';
import t, { type Test } from 'tap';
import { readConfig } from '../src/config/config.ts';
import { readImportArguments, WrongUsage } from '../src/import/import-arguments.ts';
import { sentencesOf } from '../src/start-up-fault.ts';
import { cleanUp, freePort, newFolder, startMain, type Variables } from './support/service-process.ts';

t.setTimeout(120_000);
t.teardown(cleanUp);

/** What a start that fails tells. */
const sentenceOf = async (t: Test, variables: Variables): Promise<string> => {
  const { code, stdout, stderr } = await startMain('server.ts', { DATA_DIR: newFolder(), ...variables })
    .ended;
  t.equal(code, 1);
  t.equal(stdout, '');
  t.notMatch(stderr, /\n {4}at /, 'no stack');
  return stderr;
};

t.test('a port that is taken is told in a sentence', async (t) => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  t.teardown(() => other.close());
  const address = other.address();
  const PORT = String(typeof address === 'object' && address ? address.port : 0);
  t.match(await sentenceOf(t, { PORT }), /^Port \d+ on 127\.0\.0\.1 is taken by another program.*\n$/);
});

t.test('a data folder that cannot be written is told in a sentence', async (t) => {
  const DATA_DIR = join(import.meta.filename, 'data');
  t.match(await sentenceOf(t, { DATA_DIR }), /^\S+ cannot be written: .*\n$/);
});

t.test('a database out of reach is told in a sentence, without its password', async (t) => {
  const DATABASE_URL = `postgres://user:the-password@127.0.0.1:${await freePort()}/events`;
  const sentence = await sentenceOf(t, { DATABASE_URL });
  t.match(
    sentence,
    /^DATABASE_URL: nothing listens on that host and port \(127\.0\.0\.1:\d+\/events\); start PostgreSQL there, or correct them\.\n$/,
  );
  t.notMatch(sentence, /the-password/);
});

t.test('all faults of the configuration are told in one go', async (t) => {
  try {
    readConfig({ PORT: 'x', CURRENCY: 'y' });
    t.fail('sound');
  } catch (error) {
    t.match(sentencesOf(error), /^The configuration has 2 faults:\n {2}PORT: .*\n {2}CURRENCY: .*\n/);
  }
});

t.test('the import is told what to read and for whom', async (t) => {
  const folder = t.testdir({ 'events.jsonl': '{}\n', folder: {} });
  const read = (...args: readonly string[]) =>
    readImportArguments(args, libphonenumberPhoneNumbers(), ['/nowhere', folder]);
  t.same(read('events.jsonl', '--organizer', '+49 171 3920037'), {
    file: join(folder, 'events.jsonl'),
    size: 3,
    phone: '+491713920037',
    name: 'Event import',
  });
  t.match(read('-', '--organizer', '+491713920037', '--name', 'City hall'), {
    file: null,
    name: 'City hall',
  });
  t.equal(read('--help'), null);
  for (const args of [
    [],
    ['events.jsonl'],
    ['missing.jsonl', '--organizer', '+491713920037'],
    ['folder', '--organizer', '+491713920037'],
    ['a', 'b', '--organizer', '+491713920037'],
    ['-', '--organizer', 'nobody'],
    ['-', '--colour'],
  ])
    t.throws(() => read(...args), { name: WrongUsage.name }, args.join(' '));
});

t.test('wrong usage of the import ends with 2', async (t) => {
  t.match(await startMain('import.ts', { DATA_DIR: newFolder() }, ['-']).ended, {
    code: 2,
    stdout: '',
    stderr: /^--organizer PHONE is needed\.\n\nUsage: npm run import/,
  });
});
