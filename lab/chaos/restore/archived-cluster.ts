import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '../../../packages/service/test/support/service-process.ts';
import { newFolder, unprivileged } from '../../local/program.ts';

const run = promisify(execFile);

const page = readFileSync(
  fileURLToPath(new URL('../../../docs/operations/back-up.md', import.meta.url)),
  'utf8',
);

/** The block of the page that follows this comment. */
const documented = (name: string): string => {
  const [, block] = new RegExp(`<!-- ${name} -->\\n\`\`\`\\w+\\n([\\s\\S]*?)\`\`\``).exec(page) ?? [];
  if (!block) throw new Error(`docs/operations/back-up.md has no block ${name}`);
  return block;
};

/** A cluster whose log is archived, with the settings and commands of the page. */
export const startArchivedCluster = async (bin: string) => {
  const { path: folder } = newFolder('archive');
  const [data, restored, port] = [join(folder, 'data'), join(folder, 'restored'), await freePort()];
  const configuration = join(folder, 'pgbackrest.conf');
  const env: NodeJS.ProcessEnv = {
    PATH: `${bin}:${process.env.PATH}`,
    PGBACKREST_CONFIG: configuration,
    PGDATA: data,
    PGPORT: String(port),
    PGHOST: folder,
    PGUSER: 'admin',
    PGDATABASE: 'postgres',
  };
  const shell = async (script: string, more: NodeJS.ProcessEnv = {}) => {
    const { stdout } = await run('bash', ['-euc', script], {
      ...unprivileged(),
      cwd: folder,
      env: { ...env, ...more },
    });
    return stdout;
  };
  await shell('mkdir archive log lock spool');
  writeFileSync(
    configuration,
    `${documented('configuration')
      .replace(/^repo1-path=.*$/m, `repo1-path=${join(folder, 'archive')}`)
      .replace(/^pg1-path=.*$/m, `pg1-path=${data}`)}
pg1-port=${port}
pg1-socket-path=${folder}
pg1-user=admin

[global]
log-path=${join(folder, 'log')}
lock-path=${join(folder, 'lock')}
spool-path=${join(folder, 'spool')}
`,
  );
  await shell(`initdb -D "$PGDATA" -U admin --auth=trust --encoding=UTF8 --locale=C.UTF-8 --no-sync`);
  const settings = `${documented('archiving')}
listen_addresses = '127.0.0.1'
unix_socket_directories = '${folder}'
port = ${port}
max_connections = 60
`;
  await shell(`printf '%s' "$SETTINGS" >> "$PGDATA/postgresql.conf"`, { SETTINGS: settings });
  const start = (of: string) => shell(`pg_ctl -D "${of}" -w -t 120 -l "${of}/log" start`);
  const stop = (of: string, how: 'fast' | 'immediate') => shell(`pg_ctl -D "${of}" -w -m ${how} stop`);
  await start(data);
  await shell(`psql -qc 'create role events login' -c 'create database events owner events'`);
  return {
    url: `postgresql://events@127.0.0.1:${port}/events`,
    adminUrl: `postgresql://admin@127.0.0.1:${port}/events`,
    /** The first back-up, as the page says. */
    backUp: () => shell(documented('first back-up')),
    crash: () => stop(data, 'immediate'),
    /** Restores the state of that instant, as the page says, and starts it. */
    restore: async (point: Date) => {
      const target = point.toISOString().replace('T', ' ').replace('Z', '+00');
      await shell(documented('point in time'), { POINT: target, RESTORED: restored });
      await start(restored);
      await shell(`until [ "$(psql -Atc 'select pg_is_in_recovery()')" = f ]; do sleep 0.1; done`);
    },
    stop: () => stop(restored, 'fast'),
  };
};
