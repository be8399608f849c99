import { execFileSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../packages/service/test/support/service-process.ts';
import { newFolder, type Running, startServer, untilInterrupted } from './program.ts';

const program = process.env.PGBOUNCER_PATH ?? '/usr/sbin/pgbouncer';
const maxPreparedStatements = 200;

/** PgBouncer, and the value of `DATABASE_POOLER` for it. */
export interface RunningPgbouncer extends Running {
  readonly pooler: 'transaction' | 'transaction-prepared';
}

/** From 1.21 on PgBouncer can track prepared statements. */
const tracksStatements = (): boolean => {
  const [, major, minor] =
    /(\d+)\.(\d+)/.exec(execFileSync(program, ['--version'], { encoding: 'utf8' })) ?? [];
  return Number(major) > 1 || Number(minor) >= 21;
};

/** Starts PgBouncer on loopback, in transaction mode, in front of the server of that URL. */
export const startPgbouncer = async (databaseUrl: string, host = '127.0.0.1'): Promise<RunningPgbouncer> => {
  const isTracking = tracksStatements();
  const folder = newFolder('pgbouncer');
  const port = await freePort();
  const { hostname, port: serverPort, username, password, pathname } = new URL(databaseUrl);
  const users = join(folder.path, 'users.txt');
  const settings = join(folder.path, 'pgbouncer.ini');
  writeFileSync(users, `"${username}" "${decodeURIComponent(password)}"\n`);
  writeFileSync(
    settings,
    `[databases]
* = host=${hostname} port=${serverPort || 5432}

[pgbouncer]
listen_addr = ${host}
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = 10
max_client_conn = 500
# A writer that is back, or another one, is tried again after a quarter of a second instead of 15 seconds.
server_login_retry = 0.25
server_connect_timeout = 2
# Shorter than the service waits: callers of a writer that is away do not queue up for the next one.
query_wait_timeout = 3
${isTracking ? `max_prepared_statements = ${maxPreparedStatements}\n` : ''}`,
  );
  for (const file of [users, settings]) chmodSync(file, 0o644);
  const server = await startServer(program, ['-q', settings], port, host);
  return {
    pooler: isTracking ? 'transaction-prepared' : 'transaction',
    url: `postgresql://${username}:${password}@${host}:${port}${pathname}`,
    stop: async () => {
      await server.stop();
      folder.remove();
    },
  };
};

if (import.meta.main) {
  const to = process.argv[2];
  if (!to) throw new Error('A database URL is needed: pgbouncer.ts postgres://user:password@host/name');
  const { url, pooler, stop } = await startPgbouncer(to);
  await untilInterrupted(
    [`DATABASE_URL=${url}`, `DATABASE_POOLER=${pooler}`, `DATABASE_DIRECT_URL=${to}`],
    stop,
  );
}
