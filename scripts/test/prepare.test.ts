import { spawnSync } from 'node:child_process';
import { lstatSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'tap';
import { fakeCheckout, ownPackage } from './fake-checkout.ts';

const checkout = (t: { teardown(handler: () => void): unknown }) => {
  const place = fakeCheckout();
  t.teardown(place.remove);
  return place;
};

const linked = ({ link, ownNode }: { link: string; ownNode: string }): boolean =>
  realpathSync(link) === realpathSync(ownNode);

const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

test('links the own Node where npm left the link out, and is silent', async (t) => {
  const place = checkout(t);
  place.install();
  t.same(place.prepare(), { status: 0, stderr: '' });
  t.ok(linked(place));
});

test('replaces a link that leads nowhere', async (t) => {
  const place = checkout(t);
  place.install();
  place.linkTo('../node-of-another-platform/bin/node');
  t.same(place.prepare(), { status: 0, stderr: '' });
  t.ok(linked(place));
});

test("uses the machine's Node where the own one does not run", async (t) => {
  const place = checkout(t);
  place.install('/lib/ld-of-another-libc.so');
  place.linkTo(`../${ownPackage}/bin/node`);
  t.same(place.prepare(), { status: 0, stderr: '' });
  t.notOk(isThere(place.link));
});

test('installs what is missing with the npm that runs the script, then links', async (t) => {
  const place = checkout(t);
  const { status, stderr } = place.prepare(
    `const { chmodSync, mkdirSync, writeFileSync } = require('node:fs');
    mkdirSync('node_modules/${ownPackage}/bin', { recursive: true });
    writeFileSync('node_modules/${ownPackage}/bin/node', '#!/bin/sh\\n');
    chmodSync('node_modules/${ownPackage}/bin/node', 0o755);
    writeFileSync('node_modules/.package-lock.json', require('node:fs').readFileSync('package-lock.json'));
    writeFileSync('arguments', process.argv.slice(2).join(' '));`,
    '--with-dev',
  );
  t.equal(status, 0);
  t.equal(stderr, 'Installing the dependencies (takes about half a minute, once)...\n');
  t.match(readFileSync(join(place.root, 'arguments'), 'utf8'), /^ci --include=dev /);
  t.ok(linked(place));
});

test('installs no tools of development for settings of production', async (t) => {
  const place = checkout(t);
  place.write('.env', 'NODE_ENV=production\n');
  place.prepare(`require('node:fs').writeFileSync('arguments', process.argv.slice(2).join(' '));`);
  t.match(readFileSync(join(place.root, 'arguments'), 'utf8'), /^ci --omit=dev /);
});

test('an install that fails ends in one sentence', async (t) => {
  const place = checkout(t);
  const { status, stderr } = place.prepare(
    `process.stderr.write('npm error code ENOSPC\\nnpm error nospc ENOSPC: no space left on device, write\\n');
    process.exitCode = 228;`,
  );
  t.equal(status, 1);
  t.match(stderr, /\nThe dependencies could not be installed: no space is left on a disk [^\n]+\n$/);
});

test('after npm ci, links and never fails', async (t) => {
  const place = checkout(t);
  t.same(place.prepare('', '--link-only'), { status: 0, stderr: '' });
  place.install();
  t.same(place.prepare('', '--link-only'), { status: 0, stderr: '' });
  t.ok(linked(place));
});

test('a command reads .env, and is what was built where there are no sources', async (t) => {
  const place = checkout(t);
  const tell =
    'console.log(JSON.stringify([import.meta.filename, process.env.PORT, process.argv.slice(2)]));';
  const run = () => {
    const { stdout, stderr } = spawnSync(
      '/bin/sh',
      ['scripts/run.sh', 'packages/service/src/operator.ts', 'show', 'a b'],
      {
        cwd: place.root,
        encoding: 'utf8',
        env: { PATH: `${dirname(process.execPath)}:${process.env.PATH}` },
      },
    );
    return [JSON.parse(stdout), stderr];
  };
  place.write('package.json', '{ "type": "module" }');
  const built = place.write('packages/service/dist/src/operator.js', tell);
  t.strictSame(run(), [[realpathSync(built), null, ['show', 'a b']], '']);
  place.write('.env', 'PORT=7\n');
  t.strictSame(run(), [[realpathSync(built), '7', ['show', 'a b']], '']);
  place.install();
  const source = place.write('packages/service/src/operator.ts', tell);
  t.strictSame(run(), [[realpathSync(source), '7', ['show', 'a b']], '']);
});

test('the commands of newcomers and operators prepare first, all others need an install', async (t) => {
  const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    scripts: Readonly<Record<string, string>>;
  };
  t.strictSame(
    Object.keys(scripts).filter((name) => /^pre(?!pare$)/.test(name)),
    ['pretest'],
  );
  t.match(scripts.pretest, 'node scripts/prepare.cjs --with-dev');
  const run = /^exec sh scripts\/run\.sh packages\/service\/src\/[a-z-]+\.ts$/;
  const prepared = Object.keys(scripts).filter((name) => run.test(scripts[name] ?? ''));
  t.strictSame(prepared.sort(), ['audit-hash', 'import', 'migrate', 'operator', 'outbox', 'start']);
});
