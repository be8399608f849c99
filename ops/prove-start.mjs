// Verifies that `npm start` in a fresh checkout starts a ready service, and that it stops in order.
//
//   node ops/prove-start.mjs

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serveAndStop } from './first-start/serve-and-stop.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const dataDir = mkdtempSync(join(tmpdir(), 'event-platform-start-'));
try {
  const { readyMs } = await serveAndStop(root, dataDir);
  process.stdout.write(`npm start: ready after ${(readyMs / 1000).toFixed(1)} s, stopped in order\n`);
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
