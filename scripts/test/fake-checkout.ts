import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const scripts = fileURLToPath(new URL('../', import.meta.url));

const { packages } = createRequire(import.meta.url)('../prepare/platform.cjs') as {
  readonly packages: Readonly<Record<string, string>>;
};

/** The package of the project's own Node on this platform. */
export const ownPackage = packages[`${process.platform}-${process.arch}`] ?? '';

const lockfile = (withNode: boolean) => ({
  lockfileVersion: 3,
  packages: withNode ? { [`node_modules/${ownPackage}`]: { version: '26.0.0', optional: true } } : {},
});

/** A checkout with these scripts and one dependency, the project's own Node, in a folder under `os.tmpdir()`. */
export const fakeCheckout = () => {
  const root = mkdtempSync(join(tmpdir(), 'event-platform-scripts-'));
  cpSync(scripts, join(root, 'scripts'), { recursive: true });
  const write = (path: string, text: string): string => {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  };
  const request = lockfile(true);
  write('package-lock.json', JSON.stringify({ ...request, packages: { '': {}, ...request.packages } }));
  const link = join(root, 'node_modules/.bin/node');
  const ownNode = join(root, 'node_modules', ownPackage, 'bin/node');
  return {
    root,
    link,
    ownNode,
    write,
    /** Installs as npm does, without the link; `interpreter` stands for a Node that another C library would need. */
    install(interpreter = '/bin/sh') {
      write('node_modules/.package-lock.json', JSON.stringify(lockfile(true)));
      write(`node_modules/${ownPackage}/bin/node`, `#!${interpreter}\necho own\n`);
      chmodSync(ownNode, 0o755);
    },
    linkTo(target: string) {
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(target, link);
    },
    /** Runs prepare.cjs; `npmBody` is what the npm of this run does, with the checkout as its working folder. */
    prepare(npmBody = "throw new Error('npm is not asked for')", ...args: readonly string[]) {
      const cli = write('npm-cli.js', npmBody);
      const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts/prepare.cjs'), ...args], {
        encoding: 'utf8',
        env: { npm_execpath: cli, npm_node_execpath: process.execPath },
      });
      return { status, stderr };
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
};
