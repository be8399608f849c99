const { existsSync, readFileSync } = require('node:fs');
const { join } = require('node:path');
const { ownNodePath } = require('./own-node.cjs');
const { reasonNotToRun } = require('./platform.cjs');

const readPackages = (path) => {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages;
  } catch {
    return undefined;
  }
};

/** Whether this run depends on the project's own Node, and that is not there. */
const lacksNode = (root) => {
  const binary = ownNodePath(root);
  return binary !== undefined && !existsSync(binary) && reasonNotToRun(process.versions.node) !== undefined;
};

/** Whether node_modules holds what the lockfile asks for. */
const isInstalled = (root, withDev) => {
  const wanted = readPackages(join(root, 'package-lock.json'));
  // npm writes the hidden lockfile last, so an install that was interrupted counts as none.
  const present = readPackages(join(root, 'node_modules', '.package-lock.json'));
  if (!wanted || !present || lacksNode(root)) return false;
  return Object.keys(wanted).every((path) => {
    // The workspace's own packages are links, whatever their version.
    if (!path.includes('node_modules/')) return true;
    const entry = wanted[path];
    const found = present[path];
    if (found) return found.version === entry.version && found.integrity === entry.integrity;
    const mayBeAbsent = entry.optional || entry.devOptional || (entry.dev && !withDev);
    return Boolean(mayBeAbsent);
  });
};

module.exports = { isInstalled };
