const { spawn } = require('node:child_process');
const { accessSync, constants, existsSync, readdirSync } = require('node:fs');
const { basename, join } = require('node:path');
const { faultOf, unreachable, unwritable } = require('./install-fault.cjs');
const { isInstalled } = require('./installed.cjs');
const { reasonNotToRun } = require('./platform.cjs');
const { networkAnswers, registryHost } = require('./probe.cjs');

const tickSeconds = 10;

/** Three more attempts within seven seconds: npm's own pauses are 10 and 60 seconds. */
const retries = ['--fetch-retries=3', '--fetch-retry-mintimeout=1000', '--fetch-retry-factor=2'];

/** The npm that runs this script, on the Node it runs on: the Node under node_modules is about to be replaced. */
const npm = () => {
  const { npm_execpath: cli, npm_node_execpath: node } = process.env;
  return node && cli && basename(cli) === 'npm-cli.js' ? [node, cli] : ['npm'];
};

const npmArguments = (withDev) => [
  'ci',
  withDev ? '--include=dev' : '--omit=dev',
  // The project's own Node is an optional dependency, and here it is needed.
  ...(reasonNotToRun(process.versions.node) ? ['--include=optional'] : []),
  // The packages run on the project's own Node, whatever npm runs on.
  '--no-engine-strict',
  // Failed attempts are printed from this level on.
  '--loglevel=http',
  ...retries,
];

const hasUnpacked = (root) => {
  const modules = join(root, 'node_modules');
  return (
    existsSync(modules) &&
    readdirSync(modules).some((name) => existsSync(join(modules, name, 'package.json')))
  );
};

const unwritableFolder = (root) => {
  for (const path of [root, join(root, 'node_modules')]) {
    try {
      accessSync(path, constants.W_OK);
    } catch (error) {
      if (error.code !== 'ENOENT') return unwritable(path, error.code);
    }
  }
  return undefined;
};

/**
 * Tells every ten seconds that npm is at work. Calls back when npm has unpacked nothing by the first time and the network
 * does not respond until the second.
 */
const watch = (root, say, giveUp) => {
  let seconds = 0;
  return setInterval(() => {
    seconds += tickSeconds;
    say(`Still installing (${seconds} s)...`);
    if (seconds !== tickSeconds || hasUnpacked(root)) return;
    networkAnswers(tickSeconds * 1000).then((isHealthy) => {
      if (!isHealthy && !hasUnpacked(root)) giveUp(`no response within ${tickSeconds} seconds`);
    });
  }, tickSeconds * 1000);
};

/**
 * Runs `npm ci`.
 * @returns a promise of the reason why it failed, or of undefined
 */
const install = (root, withDev, say) => {
  const folderFault = unwritableFolder(root);
  if (folderFault) return Promise.resolve(folderFault);
  say('Installing the dependencies (takes about half a minute, once)...');
  return new Promise((resolve) => {
    const [command, ...first] = npm();
    const child = spawn(command, [...first, ...npmArguments(withDev)], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text) => {
      stderr += text;
    });
    let givenUp;
    const watching = watch(root, say, (reason) => {
      givenUp = unreachable(registryHost(), reason);
      child.kill('SIGKILL');
    });
    const stopped = (signal) => {
      child.kill(signal);
      process.exit(signal === 'SIGINT' ? 130 : 143);
    };
    process.once('SIGINT', stopped).once('SIGTERM', stopped);
    const finish = (fault) => {
      clearInterval(watching);
      process.removeListener('SIGINT', stopped).removeListener('SIGTERM', stopped);
      resolve(fault);
    };
    child.once('error', (error) => finish(`npm cannot be run (${error.message}).`));
    child.once('close', (code, signal) => {
      // Without a registry, some versions of npm end with 0 in the middle of the work.
      if (code === 0 && isInstalled(root, withDev)) finish(undefined);
      else finish(givenUp ?? faultOf(stderr, root) ?? `npm ci ended with ${signal ?? code}, unfinished.`);
    });
  });
};

module.exports = { install };
