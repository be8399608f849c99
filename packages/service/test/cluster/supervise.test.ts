import { existsSync, readFileSync } from 'node:fs';
import { get } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import t from 'tap';
import { cleanUp, freePort, isFree, newFolder, startMain } from '../support/service-process.ts';

t.teardown(cleanUp);

/** The status of a request on a new connection; 0 without a response. */
const statusOf = (port: number, path: string, token?: string): Promise<number> =>
  new Promise((resolve) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    get({ port, host: '127.0.0.1', path, headers, agent: false }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    }).once('error', () => resolve(0));
  });

/** A port that is free now, as is the next one. */
const twoFreePorts = async (): Promise<number> => {
  for (;;) {
    const port = await freePort();
    if (await isFree(port + 1)) return port;
  }
};

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    // Without an init process that reaps orphans, an ended process keeps its id.
    const status = `/proc/${pid}/status`;
    return !existsSync(status) || !/^State:\s+Z/m.test(readFileSync(status, 'utf8'));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

t.test('serves one port with two workers, replaces a killed one and stops them all', async (t) => {
  const DATA_DIR = newFolder();
  const port = await freePort();
  const metricsPort = await twoFreePorts();
  const service = startMain('server.ts', {
    DATA_DIR,
    METRICS_PORT: String(metricsPort),
    PORT: String(port),
    WEB_CONCURRENCY: '2',
    LOG_LEVEL: 'info',
    DEMO_DATA: 'false',
  });
  await service.waitFor(/is ready/);
  const post = async (path: string, body: object) => {
    const response = await fetch(`http://127.0.0.1:${port}/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await response.json()) as { accessToken: string };
  };
  /** The workers that have responded so far. */
  const workers = (): ReadonlySet<number> =>
    new Set(
      [...service.stdout().matchAll(/"pid":(\d+),[^\n]*"msg":"request"/g)].map(([, pid]) => Number(pid)),
    );
  const phone = '+447700900123';
  await post('/auth/otp/start', { phone });
  const [, code] = await service.waitFor(/SMS to \+447700900123: (\d{4}) is your/);
  const { accessToken } = await post('/auth/otp/check', { phone, code });

  /** How many requests fail until that many workers have responded. */
  const failuresUntil = async (answering: number) => {
    let failures = 0;
    while (workers().size < answering)
      if ((await statusOf(port, '/v1/auth/me', accessToken)) !== 200) failures += 1;
    return failures;
  };
  t.equal(await failuresUntil(2), 0, 'both accept the token: they share the secrets');
  for (const each of [metricsPort, metricsPort + 1])
    t.equal(await statusOf(each, '/metrics'), 200, 'each serves its own metrics');
  t.equal(service.stdout().match(/is ready/g)?.length, 1, 'one banner');
  t.match(readFileSync(join(DATA_DIR, 'sms.log'), 'utf8'), phone);

  const [killed = 0] = workers();
  const before = workers();
  process.kill(killed, 'SIGKILL');
  await service.waitFor(new RegExp(`"worker":{"pid":${killed},[^\n]*is replaced`));
  t.equal(await failuresUntil(3), 0, 'the other worker serves meanwhile');
  const [successor = 0] = [...workers()].filter((pid) => !before.has(pid));
  t.ok(isRunning(successor));
  t.match(readFileSync(join(DATA_DIR, 'sms.log'), 'utf8'), phone, 'a replacement keeps the log');

  const postmaster = () =>
    Number(readFileSync(join(DATA_DIR, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0]);
  process.kill(postmaster(), 'SIGKILL');
  await service.waitFor(/the embedded PostgreSQL ended by itself \(SIGKILL\)/);
  await service.waitFor(/the embedded PostgreSQL is back/);
  const lengthBefore = service.stdout().length;
  const recovered = () =>
    new Set(
      [
        ...service
          .stdout()
          .slice(lengthBefore)
          .matchAll(/"pid":(\d+),[^\n]*"status":200,/g),
      ].map(([, pid]) => pid),
    );
  while (recovered().size < 2) t.ok([200, 503].includes(await statusOf(port, '/v1/auth/me', accessToken)));

  const database = postmaster();
  t.ok(isRunning(database));
  service.kill('SIGTERM');
  t.match(await service.ended, { code: 0, stderr: '' });
  for (const pid of workers()) t.notOk(isRunning(pid), 'no worker is left');
  t.notOk(isRunning(database), 'nor the database');
  t.notOk(existsSync(join(DATA_DIR, 'connection')));
});

t.test('reports a port that is taken once', async (t) => {
  const port = await freePort();
  const other = createServer().listen(port, '127.0.0.1');
  t.teardown(() => other.close());
  const { code, stdout, stderr } = await startMain('server.ts', {
    DATA_DIR: newFolder(),
    PORT: String(port),
    WEB_CONCURRENCY: '3',
    DEMO_DATA: 'false',
  }).ended;
  t.equal(code, 1);
  t.equal(stdout, '');
  t.match(stderr, /^Port \d+ on 127\.0\.0\.1 is taken by another program.*\n$/);
});
