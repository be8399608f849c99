// Starts the service with `npm start` on a free port and an empty data folder, waits until it is ready, and stops it.
// Plain JavaScript for Node 20: it runs on the machine's Node, before the project's own is installed.

import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { basename } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const readyWithinMs = 600_000;
const stoppedWithinMs = 30_000;
const pollMs = 100;

const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

const statusOf = (url) =>
  fetch(url).then(
    ({ status }) => status,
    () => undefined,
  );

/**
 * @param {string} root the folder of the checkout
 * @param {string} dataDir an empty folder
 * @param {{ env?: NodeJS.ProcessEnv, uid?: number, gid?: number, toGroup?: boolean }} [as]
 *   how to run npm, and whether SIGTERM goes to npm alone or to its process group, as a terminal or systemd would send it
 * @returns {Promise<{ readyMs: number, printed: string }>} how long the start took, and what was printed
 * @throws {Error} when the service is not ready in time, or does not end in order
 */
export const serveAndStop = async (root, dataDir, { env = process.env, uid, gid, toGroup = false } = {}) => {
  const port = await freePort();
  const startedAt = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: root,
    env: { ...env, PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
    uid,
    gid,
    // A process group of its own, so that nothing of it is left when a check fails.
    detached: true,
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      printed += text;
    });
  let end;
  const ended = new Promise((resolve) => {
    child.once('error', (error) => {
      end = error.message;
      resolve();
    });
    child.once('close', (code, endedBy) => {
      end = endedBy ?? code;
      resolve();
    });
  });
  const killGroup = (signal) => {
    try {
      process.kill(-child.pid, signal);
    } catch {}
  };
  const interrupted = () => {
    killGroup('SIGTERM');
    process.exit(130);
  };
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  const stopping = () => Promise.race([ended, pause(stoppedWithinMs, undefined, { ref: false })]);
  const must = async (holds, what) => {
    if (holds) return;
    killGroup('SIGTERM');
    await stopping();
    killGroup('SIGKILL');
    throw new Error(`${what}\n${printed}`);
  };

  let isReady = false;
  while (!isReady && end === undefined && performance.now() - startedAt < readyWithinMs) {
    isReady = (await statusOf(`http://127.0.0.1:${port}/health/ready`)) === 200;
    if (!isReady) await pause(pollMs);
  }
  const readyMs = performance.now() - startedAt;
  await must(isReady, end === undefined ? 'npm start is not ready in time' : `npm start ended with ${end}`);
  if (toGroup) killGroup('SIGTERM');
  else child.kill('SIGTERM');
  await stopping();
  await must(end !== undefined, `npm start does not end after SIGTERM`);
  await must(end === 0 || end === 'SIGTERM', `npm start ended with ${end} after SIGTERM`);
  await must(
    (await statusOf(`http://127.0.0.1:${port}/health/live`)) === undefined,
    'the service outlives npm start',
  );
  const left = readdirSync(dataDir, { recursive: true }).map((path) => basename(path));
  await must(
    left.includes('PG_VERSION') && !left.includes('postmaster.pid'),
    'the database outlives npm start',
  );
  process.removeListener('SIGINT', interrupted).removeListener('SIGTERM', interrupted);
  return { readyMs, printed };
};
