const { dirname } = require('node:path');
const { unwritable } = require('./install-fault.cjs');
const { install } = require('./install.cjs');
const { isInstalled } = require('./installed.cjs');
const { linkOwnNode } = require('./own-node.cjs');
const { reasonNotToRun } = require('./platform.cjs');

const root = dirname(dirname(__dirname));
const say = (text) => process.stderr.write(`${text}\n`);

/**
 * Installs what is missing and sees to it that `node` runs the sources.
 * @returns a promise of the reason why the script cannot run, or of undefined
 */
const prepare = async (withDev) => {
  if (!isInstalled(root, withDev)) {
    const fault = await install(root, withDev, say);
    if (fault) return `The dependencies could not be installed: ${fault}`;
  }
  try {
    if (linkOwnNode(root)) return undefined;
  } catch (error) {
    return `The project's own Node cannot be used: ${unwritable(error.dest ?? error.path, error.code)}`;
  }
  return reasonNotToRun(process.versions.node);
};

/** After an `npm ci`, which must not fail because of this: the next script tells what is wrong. */
const linkAfterInstall = () => {
  try {
    linkOwnNode(root);
  } catch {}
};

module.exports = { prepare, linkAfterInstall };
