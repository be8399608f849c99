import { join } from 'node:path';
import { libphonenumberPhoneNumbers } from '@event-platform/adapters-notify';
import t from 'tap';
import { WrongUsage } from '../../src/faults/wrong-usage.ts';
import { readImportArguments } from '../../src/import/import-arguments.ts';

t.test('parses the file, the organizer and the name, and rejects anything else', async (t) => {
  const folder = t.testdir({ 'events.jsonl': '{}\n', folder: {} });
  const read = (...args: readonly string[]) =>
    readImportArguments(args, libphonenumberPhoneNumbers(), ['/nowhere', folder]);
  t.strictSame(read('events.jsonl', '--organizer', '+49 171 3920037'), {
    file: join(folder, 'events.jsonl'),
    size: 3,
    timeZone: undefined,
    place: undefined,
    check: 'no',
    phone: '+491713920037',
    name: 'Event import',
    withPast: false,
    prune: 'no',
    faults: undefined,
    isTrial: false,
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
    ['events.jsonl', '--organizer', '+491713920037', '--yes'],
    ['events.jsonl', '--organizer', '+491713920037', '--prune'],
  ])
    t.throws(() => read(...args), { name: WrongUsage.name }, args.join(' '));
});

t.test('pruning needs a terminal that it can ask on, or a yes', async (t) => {
  const folder = t.testdir({ 'events.jsonl': '{}\n' });
  const read = (hasTerminal: boolean, file: string, ...more: readonly string[]) => {
    const args = [file, '--organizer', '+491713920037', '--prune', ...more];
    return readImportArguments(args, libphonenumberPhoneNumbers(), [folder], hasTerminal)?.prune;
  };
  t.equal(read(true, 'events.jsonl'), 'ask');
  t.equal(read(false, 'events.jsonl', '--yes'), 'yes');
  t.equal(read(true, '-', '--yes'), 'yes');
  t.equal(read(false, '-', '--dry-run'), 'ask', 'a dry run asks nothing');
  t.throws(() => read(true, '-'), { message: /needs --yes/ }, 'the standard input is the file');
});

t.test('zones, places and checks', async (t) => {
  const read = (...args: readonly string[]) => readImportArguments(args, libphonenumberPhoneNumbers(), ['/']);
  t.match(read('-', '--check', '--time-zone', 'Europe/Berlin', '--place', '52.5,13.4'), {
    ...{ phone: '', check: 'table', timeZone: 'Europe/Berlin', place: { lat: 52.5, lng: 13.4 } },
  });
  t.match(read('-', '--check', '--json'), { check: 'json' });
  const wrong = [
    ['--json'],
    ['--check', '--time-zone', 'Mars/One'],
    ...['x', '1', '91,0', '1,2,3', ',', '1,', ''].map((place) => ['--check', '--place', place]),
  ];
  for (const args of wrong) t.throws(() => read('-', ...args), { name: 'WrongUsage' }, args.join(' '));
});

t.test('the other options', async (t) => {
  const folder = t.testdir({ 'events.jsonl': '{}\n' });
  const options = ['--past', '--dry-run', '--faults', 'faults.txt', '--name', 'City hall'];
  const args = ['events.jsonl', '--organizer', '+491713920037', ...options];
  t.hasStrict(readImportArguments(args, libphonenumberPhoneNumbers(), ['/nowhere', folder]), {
    withPast: true,
    isTrial: true,
    faults: join(folder, 'faults.txt'),
    name: 'City hall',
  });
});
