const { spawnSync } = require('node:child_process');
const { chmodSync, existsSync, realpathSync, mkdirSync, rmSync, symlinkSync } = require('node:fs');
const { dirname, join, relative } = require('node:path');
const { packages } = require('./platform.cjs');

/** The path of the project's own Node, if this platform has one, installed or not. */
const ownNodePath = (root) => {
  const name = packages[`${process.platform}-${process.arch}`];
  return name && join(root, 'node_modules', name, 'bin', 'node');
};

const realPath = (path) => {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
};

const runs = (binary) => {
  const run = () => spawnSync(binary, ['--version'], { stdio: 'ignore' });
  let result = run();
  if (result.error?.code === 'EACCES') {
    chmodSync(binary, 0o755);
    result = run();
  }
  return result.status === 0;
};

/**
 * Makes `node` mean the project's own Node in npm scripts and in npx, which look first in node_modules/.bin.
 * npm before 11.6 leaves the link out, because the packages of all platforms offer the same command.
 * @returns whether the project's own Node is what `node` means now
 * @throws {Error} of the file system when the link cannot be made
 */
const linkOwnNode = (root) => {
  const binary = ownNodePath(root);
  if (!binary || !existsSync(binary)) return false;
  const real = realpathSync(binary);
  const link = join(root, 'node_modules', '.bin', 'node');
  if (process.execPath === real && realPath(link) === real) return true;
  // A Node for glibc does not run where musl is the C library.
  if (!runs(binary)) {
    if (realPath(link) === real) rmSync(link);
    return false;
  }
  if (realPath(link) === real) return true;
  mkdirSync(dirname(link), { recursive: true });
  rmSync(link, { force: true });
  try {
    symlinkSync(relative(dirname(link), binary), link);
  } catch (error) {
    // Another script that starts at the same moment may have made it.
    if (realPath(link) !== real) throw error;
  }
  return true;
};

module.exports = { linkOwnNode, ownNodePath };
