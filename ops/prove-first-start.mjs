// Verifies the first start with common versions of npm and Node: in a fresh clone of the last commit, for each combination,
// `npm start` until the service is ready and its stop, one test file through npx, and a start without a registry.
// Prints a Markdown table. On Linux; as root, each combination runs as root and as an ordinary user.
//
//   node ops/prove-first-start.mjs                          every combination: about two minutes each
//   node ops/prove-first-start.mjs 10.8.2/20.20.2 …         these, as npm/Node
//   node ops/prove-first-start.mjs --user …                 as the ordinary user only; --root: as root only

import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { proveCell } from './first-start/cell.mjs';

const npms = ['9.9.4', '10.8.2', '10.9.4', '11.0.0', '11.6.2', 'latest'];
const nodes = ['20.10.0', '20.20.2', '22.22.3', '24.21.0', '26.10.0'];
const ordinaryUid = 65_534;

const words = process.argv.slice(2);
const chosen = words.filter((word) => !word.startsWith('--')).map((word) => word.split('/'));
const pairs = chosen.length > 0 ? chosen : npms.flatMap((npm) => nodes.map((node) => [npm, node]));
const isRoot = process.getuid() === 0;
const users = [
  ...(words.includes('--root') ? [] : [isRoot ? ordinaryUid : undefined]),
  ...(isRoot && !words.includes('--user') ? [undefined] : []),
];
const nameOf = (uid) => (isRoot && uid === undefined ? 'root' : 'ordinary');

const folder = mkdtempSync(join(tmpdir(), 'event-platform-first-start-'));
chmodSync(folder, 0o755);
process.stdout.write('| npm | Node | user | first start | one test file | start without a registry |\n');
process.stdout.write('|---|---|---|---|---|---|\n');
try {
  for (const [npm, node] of pairs)
    for (const uid of users) {
      const seen = await proveCell(folder, { npm, node, uid });
      if (seen.some((each) => each.startsWith('FAILED'))) process.exitCode = 1;
      process.stdout.write(`| ${[npm, node, nameOf(uid), ...seen].join(' | ')} |\n`);
    }
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}
