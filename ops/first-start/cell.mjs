// One combination of npm, Node and user, in a fresh clone.

import { execFileSync } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serveAndStop } from './serve-and-stop.mjs';

const { packages } = createRequire(import.meta.url)('../../scripts/prepare/platform.cjs');
const repository = fileURLToPath(new URL('../..', import.meta.url));

const unreachableRegistry = 'http://127.0.0.1:9/';

/** The environment of this machine, with its registry and certificates, without the variables of a running npm. */
const machine = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(npm_(?!config_registry$)|INIT_CWD$|NODE_ENV$)/.test(name),
  ),
);

const reports = `import { execFileSync } from 'node:child_process';
import { test } from 'tap';
const nodeOfPath: string = execFileSync('node', ['--version'], { encoding: 'utf8' }).trim();
test('node', async (t) => t.comment(\`runs on \${process.version}, PATH has \${nodeOfPath}\`));
`;

/** Downloads a package of npm and unpacks it into a folder, once. */
const download = (folder, name, version) => {
  const target = join(folder, `${name}-${version}`);
  if (existsSync(target)) return target;
  // A folder of its own: the file name contains the version, which a tag does not.
  const into = `${target}.download`;
  mkdirSync(into);
  execFileSync('npm', ['pack', '--silent', `${name}@${version}`], {
    cwd: into,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  execFileSync('tar', ['-xzf', ...readdirSync(into)], { cwd: into });
  renameSync(join(into, 'package'), target);
  rmSync(into, { recursive: true });
  return target;
};

/** A folder with the commands `node`, `npm` and `npx` of these versions. */
const commandsOf = (folder, npm, node) => {
  const bin = join(folder, `bin-${npm}-${node}`);
  if (existsSync(bin)) return bin;
  const nodeAt = download(folder, packages[`${process.platform}-${process.arch}`], node);
  const npmAt = download(folder, 'npm', npm);
  mkdirSync(bin);
  symlinkSync(join(nodeAt, 'bin/node'), join(bin, 'node'));
  for (const name of ['npm', 'npx']) {
    const program = join(npmAt, 'bin', `${name}-cli.js`);
    execFileSync('chmod', ['+x', program]);
    symlinkSync(program, join(bin, name));
  }
  return bin;
};

const seconds = ({ readyMs }) => `ready after ${(readyMs / 1000).toFixed(1)} s, stopped`;

const lastLines = (error) => {
  const text = [error.message, error.stdout, error.stderr].filter(Boolean).join('\n');
  return text.replaceAll('|', '/').split('\n').filter(Boolean).slice(0, 12).join(' / ');
};

/**
 * @param {string} folder for the commands, the npm cache of each user, and the clone
 * @param {{ npm: string, node: string, uid: number | undefined }} cell the user id, if not the current one
 * @returns {Promise<readonly string[]>} the results: the first start, one test file, the start without a registry
 */
export const proveCell = async (folder, { npm, node, uid }) => {
  const home = join(folder, `home-${uid ?? 'own'}`);
  const checkout = join(folder, 'checkout');
  const env = {
    ...machine,
    PATH: `${commandsOf(folder, npm, node)}:/usr/local/bin:/usr/bin:/bin`,
    HOME: home,
    npm_config_cache: join(home, 'npm-cache'),
  };
  // npm 9 does not forward a SIGTERM sent to npm alone.
  const as = { uid, gid: uid, toGroup: npm.startsWith('9.') };
  rmSync(checkout, { recursive: true, force: true, maxRetries: 10 });
  execFileSync('git', ['clone', '--quiet', '--no-hardlinks', repository, checkout]);
  mkdirSync(home, { recursive: true });
  mkdirSync(join(checkout, '.data'));
  mkdirSync(join(checkout, '.data-offline'));
  writeFileSync(join(checkout, 'which-node.test.ts'), reports);
  if (uid !== undefined) {
    chownSync(home, uid, uid);
    execFileSync('chown', ['-R', `${uid}:${uid}`, checkout]);
  }
  const step = async (work) => {
    try {
      return await work();
    } catch (error) {
      return `FAILED: ${lastLines(error)}`;
    }
  };
  const seen = [
    await step(async () => seconds(await serveAndStop(checkout, join(checkout, '.data'), { env, ...as }))),
    await step(() => {
      const options = { cwd: checkout, env, encoding: 'utf8', uid, gid: uid };
      const printed = execFileSync('npx', ['tap', 'which-node.test.ts'], { ...options, stdio: 'pipe' });
      return printed.match(/runs on .+/)?.[0] ?? 'FAILED: no version printed';
    }),
    await step(async () => {
      const offline = { ...env, npm_config_registry: unreachableRegistry };
      return seconds(await serveAndStop(checkout, join(checkout, '.data-offline'), { env: offline, ...as }));
    }),
  ];
  rmSync(checkout, { recursive: true, force: true, maxRetries: 10 });
  return seen;
};
