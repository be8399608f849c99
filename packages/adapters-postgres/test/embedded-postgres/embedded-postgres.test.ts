import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import t from 'tap';
import {
  EmbeddedPostgresError,
  startEmbeddedPostgres,
} from '../../src/embedded-postgres/embedded-postgres.ts';

const ask = async (url: string, question: string): Promise<unknown[]> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query({ text: question, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end();
  }
};

const startElsewhere = async (dataDir: string): Promise<{ parent: ChildProcess; url: string }> => {
  const program = fileURLToPath(new URL('../../test-support/start-and-wait.ts', import.meta.url));
  const parent = spawn(process.execPath, [program, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [url] = await once(createInterface({ input: parent.stdout as NodeJS.ReadableStream }), 'line');
  return { parent, url };
};

t.test('an embedded database', async (t) => {
  const dataDir = join(t.testdir(), 'deep/enough/to/outgrow/the/path/of/a/unix/socket'.repeat(3), 'data');

  await t.test('keeps its data when it is stopped and started', async (t) => {
    const first = await startEmbeddedPostgres({ dataDir });
    await ask(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.stop();
    await first.stop();
    const second = await startEmbeddedPostgres({ dataDir });
    t.teardown(() => second.stop());
    t.same(await ask(second.url, 'SELECT answer FROM kept'), [42]);
    t.match(await ask(second.url, 'SHOW server_version'), [second.version]);
  });

  await t.test('is for its owner only', async (t) => {
    const server = await startEmbeddedPostgres({ dataDir });
    t.teardown(() => server.stop());
    t.equal(statSync(dataDir).mode & 0o777, 0o700);
    t.equal(statSync(join(dataDir, 'password')).mode & 0o777, 0o600);
    t.same(await ask(server.url, 'SHOW listen_addresses'), [''], 'it is not on the network');
    const stranger = server.url.replace(/:[^:@]+@/, ':guess@');
    await t.rejects(ask(stranger, 'SELECT 1'), { message: /password authentication failed/ });
  });

  await t.test('knows letters of every script', async (t) => {
    const server = await startEmbeddedPostgres({ dataDir });
    t.teardown(() => server.stop());
    t.same(await ask(server.url, "SELECT upper('łódź привет')"), ['ŁÓDŹ ПРИВЕТ']);
    t.same(await ask(server.url, "SELECT to_tsvector('simple', 'Привет')::text"), ["'привет':1"]);
    await ask(server.url, 'CREATE EXTENSION pg_trgm');
    t.same(await ask(server.url, "SELECT similarity('привет', 'ПРИВЕТ')"), [1]);
  });

  await t.test('refuses a second process, and its own a second time', async (t) => {
    const server = await startEmbeddedPostgres({ dataDir });
    t.teardown(() => server.stop());
    await t.rejects(
      startEmbeddedPostgres({ dataDir }),
      new EmbeddedPostgresError(
        `The data folder ${dataDir} is in use by another event-platform process (pid ${process.pid}).`,
      ),
    );
    t.same(await ask(server.url, 'SELECT 1'), [1], 'the first one serves on');
  });

  await t.test('ends by itself when its process is killed', async (t) => {
    const { parent } = await startElsewhere(dataDir);
    const running = join(dataDir, 'cluster/postmaster.pid');
    t.ok(existsSync(running));
    parent.kill('SIGKILL');
    const deadline = Date.now() + 10_000;
    while (existsSync(running) && Date.now() < deadline) await delay(5);
    t.notOk(existsSync(running));
  });

  await t.test('starts again at once after its process was killed, with its data', async (t) => {
    const { parent, url } = await startElsewhere(dataDir);
    await ask(url, 'CREATE TABLE survives AS SELECT 7 AS answer');
    await t.rejects(startEmbeddedPostgres({ dataDir }), { message: new RegExp(`pid ${parent.pid}`) });
    parent.kill('SIGKILL');
    await once(parent, 'exit');
    const server = await startEmbeddedPostgres({ dataDir });
    t.teardown(() => server.stop());
    t.same(await ask(server.url, 'SELECT answer FROM survives'), [7]);
  });
});

t.test('a data folder that cannot be written is named in one sentence', async (t) => {
  const dir = t.testdir();
  writeFileSync(join(dir, 'file'), '');
  const dataDir = join(dir, 'file/data');
  await t.rejects(
    startEmbeddedPostgres({ dataDir }),
    new EmbeddedPostgresError(
      `The data folder ${dataDir} cannot be written: a part of its path is a file, not a folder.`,
    ),
  );
});

t.test('two processes that make the same database at once end with one server', async (t) => {
  const dataDir = join(t.testdir(), 'data');
  const outcomes = await Promise.allSettled([0, 1].map(() => startEmbeddedPostgres({ dataDir })));
  const servers = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  t.teardown(() => Promise.all(servers.map((server) => server.stop())));
  t.equal(servers.length, 1);
  t.match(
    outcomes.find((outcome) => outcome.status === 'rejected'),
    { reason: /in use/ },
  );
});
