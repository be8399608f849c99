// Turns what npm prints when it fails into one sentence: the cause, and what to do about it.

const { hostOf, registryHost } = require('./probe.cjs');

const network = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'ERR_SOCKET_TIMEOUT',
  'ETIMEDOUT',
  'FETCH_ERROR',
]);

/** npm 9 begins its lines with `npm ERR!`, later ones with `npm error`. */
const linesOf = (stderr) =>
  stderr
    .split('\n')
    .filter((line) => /^npm (ERR!|error) /i.test(line))
    .map((line) => line.replace(/^npm (ERR!|error) /i, '').trim());

const fieldOf = (lines, name) => {
  const line = lines.find((each) => each.startsWith(`${name} `));
  return line?.slice(name.length + 1).trim();
};

const withoutCredentials = (text) => text.replace(/\/\/[^/\s]*@/g, '//');

const unreachable = (host, why) =>
  `the npm registry at ${host} cannot be reached (${why}). Check the network connection, ` +
  '`npm config get registry` and, behind a proxy, `npm config get https-proxy`; then run the command again.';

const unwritable = (path, code) =>
  `${path} cannot be written by this user (${code}). ` +
  'Run the command as the owner of that folder, or clone the project into a folder of your own.';

const fullDisk = (root) =>
  `no space is left on a disk that npm writes to: that of ${root}, or of its cache (\`npm config get cache\`). ` +
  'About 1 GB is needed; free some, then run the command again.';

/** The sentence, without its beginning, for a failed `npm ci` that printed this. */
const faultOf = (stderr, root) => {
  const lines = linesOf(stderr);
  const attempt = stderr.match(/ attempt \d+ failed with (\w+)/)?.[1];
  const code = fieldOf(lines, 'code') ?? attempt;
  const url = stderr.match(/(?:request to|GET) (https?:\/\/[^\s'"]+)/)?.[1];
  const host = hostOf(url) ?? registryHost();
  if (network.has(code)) return unreachable(host, code);
  if (/CERT|SSL|TLS/.test(code ?? ''))
    return (
      `the certificate of the npm registry at ${host} is not trusted (${code}). ` +
      "Set NODE_EXTRA_CA_CERTS to a file with your network's certificate authority, then run the command again."
    );
  if (/^E[45]\d\d$/.test(code ?? ''))
    return (
      `the npm registry at ${host} responded ${code.slice(1)}. ` +
      'Check `npm config get registry` and its credentials, then run the command again.'
    );
  if (['EACCES', 'EPERM', 'EROFS'].includes(code)) return unwritable(fieldOf(lines, 'path') ?? root, code);
  if (code === 'ENOSPC' || stderr.includes('ENOSPC')) return fullDisk(root);
  const unsupported = stderr.match(/npm v(\d\S*) does not support Node\.js v(\d+\.\d+\.\d+)/);
  if (unsupported)
    return `npm ${unsupported[1]} does not support Node ${unsupported[2]}. Install a newer Node, then run the command again.`;
  const message = lines.find((line) => line !== '' && !/^(code|errno|syscall|path|dest) /.test(line));
  return message && `${withoutCredentials(message).replace(/\.$/, '')}.`;
};

module.exports = { faultOf, unreachable, unwritable };
