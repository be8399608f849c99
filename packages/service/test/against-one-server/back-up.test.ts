import { execFile, execFileSync } from 'node:child_process';
import { chownSync, existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import t, { type Test } from 'tap';
import { newConcert, openReplica, replicaVariables } from '../support/replica.ts';
import { cleanUp, freePort, newFolder } from '../support/service-process.ts';

t.teardown(cleanUp);

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../../..');
const phone = '+15550001111';

/** The newest server of the system whose programs include `pg_dump`, which the embedded one lacks. */
const bin = globSync('/usr/lib/postgresql/{15,16,17,18}/bin')
  .sort()
  .findLast((folder) => ['initdb', 'pg_dump', 'psql'].every((name) => existsSync(join(folder, name))));

/** A cluster with a role for the application, which owns its database and may create none. */
const startCluster = async (t: Test, programs: string) => {
  const folder = newFolder();
  const nobody = { uid: 65_534, gid: 65_534 };
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(folder, nobody.uid, nobody.gid);
  const [data, port] = [join(folder, 'data'), await freePort()];
  const as = { ...(isRoot ? nobody : {}), cwd: '/', stdio: 'ignore' as const };
  execFileSync(join(programs, 'initdb'), ['-D', data, '-U', 'admin', '--auth=trust', '--no-sync'], as);
  const options = `-p ${port} -k '' -c listen_addresses=127.0.0.1 -c fsync=off`;
  const control = (...words: readonly string[]) =>
    execFileSync(join(programs, 'pg_ctl'), ['-D', data, '-w', ...words], as);
  control('-o', options, 'start');
  t.teardown(() => control('-m', 'immediate', 'stop'));
  const urlOf = (user: string, name: string) => `postgresql://${user}@127.0.0.1:${port}/${name}`;
  const admin = new Client({ connectionString: urlOf('admin', 'postgres') });
  await admin.connect();
  await admin.query('create role events login');
  await admin.query('create database events owner events');
  await admin.end();
  return urlOf;
};

/** The rows of each table. */
const rowCounts = async (connectionString: string) => {
  const client = new Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ name: string; count: string }>(
    `select format('%s.%s', n.nspname, c.relname) as name,
       (xpath('//count/text()', query_to_xml(format('select count(*) from %I.%I', n.nspname, c.relname),
         false, true, '')))[1]::text as count
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p') order by name`,
  );
  await client.end();
  return Object.fromEntries(rows.map(({ name, count }) => [name, Number(count)]));
};

/** The commands of the page as they stand, with the sources in place of what a build makes of them. */
const documentedCommands = (): string => {
  const page = readFileSync(join(root, 'docs/operations/back-up.md'), 'utf8');
  const [, commands = ''] = /```sh\n([\s\S]*?)```/.exec(page) ?? [];
  return commands.replace('npm run migrate', 'migrate');
};

const skip = bin ? false : 'no PostgreSQL 15 or later with pg_dump under /usr/lib/postgresql';
t.test('backs up and restores with the documented commands, as the application', { skip }, async (t) => {
  const urlOf = await startCluster(t, bin as string);
  const [live, restored] = [urlOf('events', 'events'), urlOf('events', 'events_restored')];
  const variables = {
    ...replicaVariables(),
    DEMO_DATA: 'true',
    TEST_PHONES: `${phone}=1234;until=2999-01-01`,
    // Nothing listens there, so that a mail stays in the queue.
    SMTP_URL: `smtp://127.0.0.1:${await freePort()}`,
    MAIL_FROM: 'invitations@events.example.com',
  };
  const before = await openReplica(t, { ...variables, DATABASE_URL: live });
  await before.call('POST /v1/auth/otp/start', { body: { phone } });
  const { body: session } = await before.call('POST /v1/auth/otp/check', { body: { phone, code: '1234' } });
  const token: string = session.accessToken;
  const { body: event } = await before.call('POST /v1/events', {
    token,
    body: newConcert({ visibility: 'private' }),
  });
  const inviteResponse = await before.call(`POST /v1/events/${event.id}/invites`, {
    token,
    body: { emails: ['guest@example.com'] },
  });
  t.equal(inviteResponse.status < 300, true, JSON.stringify(inviteResponse.body));
  await before.close();
  const counts = await rowCounts(live);
  t.ok(
    (counts['public.event'] ?? 0) > 50 && (counts['public.invitation'] ?? 0) > 0,
    'there is something to lose',
  );
  t.ok((counts['public.outbox'] ?? 0) > 0, 'a mail is in the queue');

  const migrate = `migrate() { '${process.execPath}' --conditions=@event-platform/source '${root}/packages/service/src/migrate.ts'; }`;
  const folder = newFolder();
  writeFileSync(join(folder, '.env'), `DATABASE_URL=${live}\n`);
  const { stderr } = await run('sh', ['-c', `cd "$WORK"; ${migrate}\n${documentedCommands()}`], {
    env: {
      PATH: `${bin}:${process.env.PATH}`,
      WORK: folder,
      ADMIN_URL: urlOf('admin', 'postgres'),
      RESTORED_URL: restored,
    },
  });
  t.equal(stderr, '', 'without warnings');
  t.strictSame(await rowCounts(restored), counts);

  const after = await openReplica(t, { ...variables, DEMO_DATA: 'false', DATABASE_URL: restored });
  t.equal((await after.call('GET /v1/auth/me', { token })).status, 200, 'the access token holds');
  const { status } = await after.call('POST /v1/auth/refresh', {
    body: { refreshToken: session.refreshToken },
  });
  t.equal(status, 200, 'and so does the refresh token');
  await after.close();
});
