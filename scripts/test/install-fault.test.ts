import { createRequire } from 'node:module';
import { test } from 'tap';

const require = createRequire(import.meta.url);
const { faultOf } = require('../prepare/install-fault.cjs') as {
  faultOf(stderr: string, root: string): string | undefined;
};
const { reasonNotToStart, reasonNotToRun } = require('../prepare/platform.cjs') as {
  reasonNotToStart(platform: string, version: string): string | undefined;
  reasonNotToRun(version: string): string | undefined;
};

const said = (...lines: readonly string[]) => lines.map((line) => `npm error ${line}\n`).join('');

test('names the registry that cannot be reached, without its credentials', async (t) => {
  const npm9 = [
    'npm WARN EBADENGINE Unsupported engine {\n',
    'npm ERR! code ECONNREFUSED\n',
    'npm ERR! syscall connect\n',
    'npm ERR! FetchError: request to http://u:secret@127.0.0.1:9/zod/-/zod-4.6.7.tgz failed, reason: refused\n',
  ].join('');
  const npm10Crash = [
    'npm http fetch GET http://u:secret@127.0.0.1:9/zod/-/zod-4.6.7.tgz attempt 1 failed with ECONNREFUSED\n',
    'npm error Exit handler never called!\n',
    'npm error This is an error with npm itself. Please report this error at:\n',
    'npm error   <https://github.com/npm/cli/issues>\n',
  ].join('');
  for (const stderr of [npm9, npm9.replaceAll('npm ERR!', 'npm error'), npm10Crash]) {
    const fault = faultOf(stderr, '/checkout') ?? '';
    t.match(
      fault,
      /^the npm registry at 127\.0\.0\.1:9 cannot be reached \(ECONNREFUSED\)\. Check the network/,
    );
    t.notMatch(fault, /secret|u:/);
  }
});

test('names the folder that cannot be written', async (t) => {
  const fault = faultOf(
    said('code EACCES', 'syscall mkdir', 'path /checkout/node_modules', 'errno -13'),
    '/',
  );
  t.match(fault, /^\/checkout\/node_modules cannot be written by this user \(EACCES\)\. Run the command as/);
});

test('names a full disk, an untrusted certificate, an answer of the registry', async (t) => {
  t.match(
    faultOf(said('code ENOSPC', 'syscall write'), '/checkout'),
    /^no space is left.+ of \/checkout, or/,
  );
  t.match(faultOf(said('code SELF_SIGNED_CERT_IN_CHAIN'), '/'), /is not trusted.+NODE_EXTRA_CA_CERTS/);
  t.match(
    faultOf(said('code E403', '403 Forbidden - GET https://a:b@npm.example.com/zod'), '/'),
    /^the npm registry at npm\.example\.com responded 403\./,
  );
});

test('names an npm too new for its Node', async (t) => {
  const warning =
    'npm warn cli npm v12.2.0 does not support Node.js v20.10.0. This version of npm supports\n';
  t.equal(
    faultOf(
      warning + said('code ERR_REQUIRE_ESM', 'require() of ES Module /npm/proxy.js not supported.'),
      '/',
    ),
    'npm 12.2.0 does not support Node 20.10.0. Install a newer Node, then run the command again.',
  );
});

test('passes on what npm says of anything else, without credentials', async (t) => {
  t.equal(
    faultOf(said('code EUSAGE', 'errno 1', 'see https://u:p@h.example/x.'), '/'),
    'see https://h.example/x.',
  );
  t.equal(faultOf('Segmentation fault\n', '/'), undefined);
});

test('a machine that cannot run the project is told in a sentence', async (t) => {
  t.match(reasonNotToStart('win32', '26.0.0'), /^Windows is not supported/);
  t.match(reasonNotToStart('linux', '18.20.8'), /^Node 18\.20\.8 is too old: install Node 20 or later/);
  t.equal(reasonNotToStart('linux', '20.10.0'), undefined);
  t.match(reasonNotToRun('23.11.1'), /^This machine needs Node 24 or later, and has 23\.11\.1/);
  t.equal(reasonNotToRun('24.0.0'), undefined);
});
