// Installs the locked dependencies before a script needs them, and costs nothing when they are there.
// Runs on the machine's own Node before anything is installed: plain JavaScript for Node 20 and up.
//
//   node scripts/install-when-needed.mjs              with NODE_ENV=production: without devDependencies
//   node scripts/install-when-needed.mjs --with-dev   always with devDependencies

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = new URL('../', import.meta.url);
const withDev = process.argv.includes('--with-dev') || process.env.NODE_ENV !== 'production';

const readPackages = (path) => {
  try {
    return JSON.parse(readFileSync(new URL(path, root), 'utf8')).packages;
  } catch {
    return undefined;
  }
};

// npm writes the hidden lockfile last, so an install that was interrupted counts as none.
const isInstalled = () => {
  const wanted = readPackages('package-lock.json');
  const present = readPackages('node_modules/.package-lock.json');
  if (!wanted || !present) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    const found = present[path];
    if (found) return found.version === entry.version && found.integrity === entry.integrity;
    const mayBeAbsent = path === '' || entry.optional || entry.devOptional || (entry.dev && !withDev);
    return Boolean(mayBeAbsent);
  });
};

const install = () => {
  // The npm that runs this script, on the Node it runs on: the Node under node_modules is about to be replaced.
  const { npm_execpath: npmCli, npm_node_execpath: npmNode } = process.env;
  const [command, first] =
    npmNode && npmCli && basename(npmCli) === 'npm-cli.js' ? [npmNode, [npmCli]] : ['npm', []];
  const args = [...first, 'ci', withDev ? '--include=dev' : '--omit=dev', '--loglevel=error'];
  return spawnSync(command, args, {
    cwd: fileURLToPath(root),
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  });
};

if (!isInstalled()) {
  process.stderr.write('Installing the dependencies (takes about half a minute, once)...\n');
  const { status, signal, error, stderr } = install();
  if (status !== 0) {
    const reason =
      error?.message ??
      stderr?.match(/^npm error (?!code |errno )(.+)$/m)?.[1] ??
      `npm ci ended with ${signal ?? status}`;
    process.stderr.write(`The dependencies could not be installed: ${reason.replace(/\.$/, '')}.\n`);
    process.exit(1);
  }
}
