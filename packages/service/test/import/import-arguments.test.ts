import { join } from 'node:path';
import { libphonenumberPhoneNumbers } from '@event-platform/adapters-notify';
import t from 'tap';
import { readImportArguments } from '../../src/import/import-arguments.ts';
import { WrongUsage } from '../../src/wrong-usage.ts';

t.test('parses the file, the organizer and the name, and rejects anything else', async (t) => {
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
    ['-', '--organizer', 'unknown'],
    ['-', '--colour'],
  ])
    t.throws(() => read(...args), { name: WrongUsage.name }, args.join(' '));
});
