import { mkdir, readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { fixtures } from '@event-platform/domain/contracts';
import t, { type Test } from 'tap';
import { openTestPostgres } from '../../../adapters-postgres/test-support/open-test-postgres.ts';
import { operate } from '../../src/operator/operate.ts';
import { readOperatorArguments } from '../../src/operator/operator-arguments.ts';
import { claimFolder } from '../../src/pictures/disk-picture-store.ts';
import { secret } from '../support/replica.ts';
import { runProgram } from '../support/run-program.ts';
import { cleanUp, newFolder, startMain } from '../support/service-process.ts';

const { addEvent, addUser } = fixtures;

const pepper = secret();

t.teardown(cleanUp);

t.test('what is wrong with the arguments is said', async (t) => {
  const wrong: readonly (readonly [readonly string[], RegExp])[] = [
    [[], /COMMAND is needed/],
    [['dance'], /no command dance/],
    [['suspend'], /what or whom/],
    [['suspend', 'x'], /--reason TEXT is needed/],
    [['take-down', 'x', 'y'], /too many: y/],
    [['reports', 'x'], /too many: x/],
    [['reports', '--status', 'all'], /open or closed/],
    [['reports', '--page', '0'], /number from 1/],
    [['close', 'x', '--action', 'ban'], /none, taken_down or suspended/],
    [['grant', '--phone', 'x'], /--phone/],
    [['erase', 'x'], /--reason TEXT is needed/],
    [['reports', '--as', ' '], /--as is a name/],
    [['categories', 'drop'], /no command categories drop/],
    [['categories', 'list', 'x'], /categories list needs nothing/],
    [['categories', 'merge', 'x'], /other arguments/],
    [['categories', 'order'], /other arguments/],
    [['categories', 'add', 'x', '--name', 'X'], /--name and --emoji/],
  ];
  for (const [args, message] of wrong)
    t.throws(() => readOperatorArguments(args), { name: 'WrongUsage', message });
  t.equal(readOperatorArguments(['suspend', '--help']), null);
  t.strictSame(readOperatorArguments(['lift', 'x', '--json']), {
    command: { name: 'lift', subject: 'x', reason: '' },
    isJson: true,
    as: undefined,
  });
});

t.test('an operator works from the command line', async (t) => {
  const database = await openTestPostgres(t);
  const { stores } = database.postgres;
  const organizer = await addUser(stores, { name: 'Mira\u001b[2J' });
  const reporter = await addUser(stores);
  const startAt = new Date(Date.now() + 86_400_000);
  const endAt = new Date(startAt.getTime() + 3_600_000);
  const event = await addEvent(stores, { organizerId: organizer.id, startAt, endAt });
  await stores.reports.file({
    id: fixtures.newId<'report'>(),
    reporterId: reporter.id,
    target: { kind: 'event', id: event.id },
    reason: 'spam',
    text: 'It sells watches.',
    at: fixtures.now,
  });
  const run = (...args: readonly string[]) =>
    runProgram(operate, { DATABASE_URL: database.url, OTP_PEPPER: pepper }, args);
  const audit = (stderr: string) => stderr.split('\n').flatMap((line) => (line ? [JSON.parse(line)] : []));

  const reports = await run('reports');
  t.match(reports, { code: 0, stderr: '' });
  t.match(reports.stdout, `event ${event.id}  ${event.title}\n  1 report: spam 1; the last on`);
  t.match(reports.stdout, '"It sells watches."\n1 reported; page 1 of 1.');

  const closed = await run('close', event.id, '--action', 'taken_down', '--note', 'Spam.');
  t.match(closed, { code: 0, stdout: '1 report closed: taken_down.\n' });
  t.match(audit(closed.stderr), [
    { name: 'audit', event: 'event_taken_down', eventId: event.id, user: null, reason: 'Spam.' },
    { name: 'audit', event: 'reports_closed', eventId: event.id },
  ]);
  t.match(JSON.parse((await run('reports', '--status', 'closed', '--json')).stdout), {
    total: 1,
    items: [{ closing: { action: 'taken_down', note: 'Spam.' } }],
  });
  const restored = await run('restore', event.id, '--as', 'ada');
  t.match(restored, { code: 0, stdout: `Event ${event.id} is shown again.\n` });
  t.match(audit(restored.stderr), [{ event: 'event_restored', operator: 'ada' }]);
  t.match(await run('restore', event.id), {
    code: 0,
    stdout: `Event ${event.id} was not taken down: there is nothing to restore.\n`,
    stderr: /^$/,
  });
  t.match(await run('take-down', event.id, '--reason', 'Again.'), {
    stdout: `Event ${event.id} is taken down: Again.\n`,
  });
  t.match(await run('take-down', event.id, '--reason', 'Again.'), {
    stdout: `Event ${event.id} was already taken down: Again.\n`,
    stderr: /^$/,
  });

  t.match(await run('suspend', organizer.phone, '--reason', 'Fraud.'), {
    code: 0,
    stdout: `User ${organizer.id} is suspended: Fraud.\n`,
  });
  t.match(await run('suspend', organizer.phone, '--reason', 'Fraud.'), {
    stdout: `User ${organizer.id} was already suspended: Fraud.\n`,
    stderr: /^$/,
  });
  t.match(await run('restore', event.id), { stdout: /is hidden with its organizer's account: Fraud\.\n/ });
  const result = await run('show', organizer.id, '--reason', 'Asked by mail.');
  t.match(result.stdout, `${organizer.id}  Mira [2J  ${organizer.username}  ${organizer.phone}  user\n`);
  t.match(result.stdout, /\n {2}suspended on .*: Fraud\.\n/);
  t.notMatch(result.stderr, organizer.phone.slice(1), 'no phone in the audit log');
  t.match(await run('lift', organizer.phone), {
    stdout: `The suspension of user ${organizer.id} is lifted.\n`,
  });
  for (const subject of [organizer.id, organizer.phone])
    t.match(await run('lift', subject), {
      stdout: `User ${organizer.id} was not suspended: there is nothing to lift.\n`,
      stderr: /^$/,
    });
  t.match(await run('lift', '+4915100000000'), { code: 1, stderr: /^No account has/ });

  t.match(await run('grant', reporter.phone), { stdout: `User ${reporter.id} is an operator.\n` });
  t.match(await run('grant', reporter.phone), { stdout: /was already an operator/, stderr: /^$/ });
  t.match(await run('suspend', reporter.id, '--reason', 'x'), {
    code: 1,
    stdout: '',
    stderr: /^This user is an operator: revoke their role first\.$/m,
  });
  t.match(await run('revoke', reporter.phone), {
    stdout: `User ${reporter.id} is no operator any more.\n`,
  });
  t.match(await run('revoke', reporter.phone), { stdout: /was no operator/, stderr: /^$/ });

  const unknown = await run('grant', '+4915100000000');
  t.match(unknown, {
    code: 1,
    stdout: '',
    stderr: /No account has the id or phone number \+4915100000000\./,
  });
  t.match(await run('take-down', reporter.id, '--reason', 'x'), {
    stderr: `There is no event ${reporter.id}.\n`,
  });
  t.match(await run('close', reporter.id, '--action', 'none'), { stderr: /no open reports about/ });
  t.match(await run('suspend', '+49', '--reason', 'x'), { code: 1, stderr: /^phone must be/m });
  t.notMatch(unknown.stderr, /\n\s+at /, 'no stack');
  const program = startMain('operator.ts', { DATABASE_URL: database.url, OTP_PEPPER: pepper }, ['dance']);
  t.match(await program.ended, { code: 2, stdout: '', stderr: /Usage: npm run operator/ });
  t.match(await run('--help'), { code: 0, stdout: /Usage: npm run operator/, stderr: '' });
});

t.test('requests by letter are served', async (t) => {
  const database = await openTestPostgres(t);
  const { stores } = database.postgres;
  const [mira, operator] = [await addUser(stores, { name: 'Mira' }), await addUser(stores)];
  await stores.moderation.setRole(operator.id, 'admin');
  const event = await addEvent(stores, { organizerId: mira.id });
  const run = (args: readonly string[], typed?: string) =>
    runProgram(
      operate,
      { DATABASE_URL: database.url, OTP_PEPPER: pepper },
      [...args, '--reason', 'Letter of 3 May.'],
      typed,
    );
  const file = join(t.testdir(), 'mira.json');

  const exported = await run(['export', mira.phone, '--file', file, '--as', 'ada']);
  t.match(exported, { code: 0, stdout: `All that is kept about user ${mira.id} is in ${file},` });
  t.match(JSON.parse(exported.stderr), {
    ...{ name: 'audit', event: 'data_exported', operator: 'ada', user: null },
    reason: 'Letter of 3 May.',
  });
  t.equal((await stat(file)).mode & 0o777, 0o600);
  t.match(JSON.parse(await readFile(file, 'utf8')), {
    profile: [{ id: mira.id, name: 'Mira' }],
    eventsOrganized: [{ id: event.id }],
  });
  t.match(await run(['export', mira.id, '--file', file]), { code: 1, stderr: /^[^{]*exists already/ });
  t.match(await run(['export', mira.id, '--file', join(file, 'x')]), { code: 1, stderr: /ENOTDIR/ });

  t.match(await run(['erase', mira.id], '+4915100000000\n'), {
    code: 1,
    stderr: /for good, with 0 RSVPs.*events: 1[\s\S]*nothing was erased/,
  });
  t.match(await run(['erase', mira.id]), { code: 1, stderr: /nothing was erased/ });
  t.ok(await stores.users.find(mira.id));
  t.match(await run(['erase', operator.id, '--yes']), { code: 1, stderr: /revoke their role first/ });
  const typed = `${mira.phone.slice(0, 4)} ${mira.phone.slice(4)}\n`;
  const erased = await run(['erase', mira.id], typed);
  t.match(erased, { code: 0, stdout: `User ${mira.id} is erased.\n`, stderr: /account_erased.*Letter/ });
  t.notMatch(erased.stderr, mira.phone.slice(1), 'no phone in the audit log');
  t.equal(await stores.users.find(mira.id), null);
  for (const name of ['erase', 'export'])
    t.match(await run([name, mira.id, '--yes']), { code: 1, stderr: /No account has/ });
  const rememberedRows = await database.query('select from erased_account');
  t.equal(rememberedRows.length, 1, 'a hash of the phone keeps what erasing must not shed');
  const other = await addUser(stores);
  t.match(await run(['erase', other.phone, '--yes', '--json']), { code: 0, stdout: other.id });
});

t.test('an operator keeps the categories', async (t) => {
  const database = await openTestPostgres(t);
  const { stores } = database.postgres;
  const { id } = await addEvent(stores);
  await stores.categories.ensure([{ slug: 'live-music', name: 'Live\u001b[2J music', emoji: '📌' }]);
  const run = (...args: readonly string[]) =>
    runProgram(operate, { DATABASE_URL: database.url, OTP_PEPPER: pepper }, ['categories', ...args]);
  const list = await run();
  t.match(list, { code: 0, stderr: '' });
  t.match(list.stdout, 'live-music  📌 Live [2J music  made by an import\n');
  t.match(list.stdout, '\n1 were made by imports');
  t.match(
    (await run('add', 'open-air', '--name', 'Open air', '--emoji', '🌳')).stdout,
    'open-air  🌳 Open air\n',
  );
  t.match(await run('add', 'open-air', '--name', 'X', '--emoji', '🌳'), {
    code: 1,
    stderr: 'There is a category of this slug already.\n',
  });
  t.match((await run('rename', 'open-air', 'Outside')).stdout, 'open-air  🌳 Outside\n');
  t.match((await run('hide', 'open-air')).stdout, 'Outside  hidden\n');
  t.notMatch((await run('show', 'open-air')).stdout, 'hidden');
  t.match((await run('order', 'open-air', 'music')).stdout, /^open-air .*\nmusic /);
  const merged = await run('merge', 'music', 'live-music');
  t.match(merged.stdout, 'music  🎵 Music  merged into live-music\n');
  t.match(merged.stderr, 'category_merged');
  t.equal((await stores.events.find(id))?.category, 'live-music');
  t.match(await run('rename', 'no-such', 'X'), {
    code: 1,
    stderr: 'There is no category no-such: categories lists them.\n',
  });
  t.ok(Array.isArray(JSON.parse((await run('list', '--json')).stdout)));
});

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

/** A folder of pictures with their rows, and `pictures check`. */
const openPictures = async (t: Test) => {
  const database = await openTestPostgres(t);
  const { stores } = database.postgres;
  const { id: ownerId } = await addUser(stores);
  const folder = newFolder();
  const variables = { DATABASE_URL: database.url, OTP_PEPPER: pepper, PICTURES_DIR: folder };
  const run = (...args: readonly string[]) => runProgram(operate, variables, ['pictures', ...args]);
  const idOf = (name: string) => name.padEnd(22, '0');
  const add = async (name: string, createdAt: Date, unusedSince: Date | null = null) => {
    const id = idOf(name);
    const shape = { width: 64, height: 48, thumbhash: 'HBkSHYSIeHiPiHh8eJd4eTN0EEQG' };
    const aside = { asideKey: idOf(`key-${name}`), asideSince: null };
    await stores.pictures.add({ id, ownerId, createdAt, ...shape, ...aside, unusedSince }, null);
  };
  const age = (place: string, at: Date) => utimes(join(folder, place), at, at);
  const write = async (place: string, at: Date) => {
    await mkdir(join(folder, place));
    await age(place, at);
  };
  const rows = async () => (await stores.pictures.page('')).map(({ id }) => id).sort();
  const places = async () => (await readdir(folder)).filter((name) => !name.startsWith('.')).sort();
  return { ownerId, folder, variables, run, idOf, add, age, write, rows, places };
};

t.test('an operator mends what files and rows of pictures lack', async (t) => {
  const { folder, run, idOf, add, write, rows, places } = await openPictures(t);
  t.match(await run(), { code: 2, stderr: /pictures is followed by check/ });
  t.match(await run('check'), { code: 1, stderr: /is not the folder of the pictures/ });
  await claimFolder(folder, { now: () => new Date() });
  await add('kept', daysAgo(2));
  await add('lost', daysAgo(2));
  await add('new', daysAgo(0));
  await write(idOf('kept'), daysAgo(2));
  await write(idOf('stray'), daysAgo(2));
  await write(idOf('just-written'), daysAgo(0));

  const checked = await run('check');
  t.match(checked, { code: 0, stderr: '' });
  t.match(
    checked.stdout,
    /^0 pictures removed that nothing shows, 1 whose files are lost; files of 1 deleted that are of no picture/,
  );
  t.strictSame(await rows(), ['kept', 'new'].map(idOf));
  t.strictSame(await places(), ['just-written', 'kept'].map(idOf));
  await rm(join(folder, idOf('kept')), { recursive: true });
  t.match((await run('check')).stdout, /No picture has its files: .*Nothing was removed\./);
  t.match(JSON.parse((await run('check', '--json')).stdout), { lostFiles: 0, isStoreEmpty: true });
});

t.test(
  'a process that is killed between a file and its row leaves what the check finds a day later',
  async (t) => {
    const { ownerId, folder, variables, run, idOf, add, age, write, rows, places } = await openPictures(t);
    await claimFolder(folder, { now: () => new Date() });
    const program = new URL('../support/dying-pictures.ts', import.meta.url);
    const die = async (...args: readonly string[]) =>
      t.match(await startMain(program, variables, args).ended, { signal: 'SIGKILL', stderr: '' });
    const check = async () => JSON.parse((await run('check', '--json')).stdout);

    await die('add', ownerId);
    const [written = ''] = await places();
    t.match(written, /^[\w-]{22}$/);
    t.strictSame(await rows(), []);
    t.match(await check(), { strayFiles: 0 });
    t.strictSame(await places(), [written]);
    await age(written, daysAgo(2));
    t.match(await check(), { strayFiles: 1 });
    t.strictSame(await places(), []);

    await add('spent', daysAgo(3), daysAgo(2));
    await write(idOf('spent'), daysAgo(3));
    await die('remove');
    t.strictSame([await rows(), await places()], [[], [idOf('spent')]]);
    t.match(await check(), { strayFiles: 1 });
    t.strictSame(await places(), []);
  },
);
