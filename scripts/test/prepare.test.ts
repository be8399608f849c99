import { lstatSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'tap';
import { fakeCheckout, ownPackage } from './fake-checkout.ts';

const checkout = (t: { teardown(handler: () => void): unknown }) => {
  const made = fakeCheckout();
  t.teardown(made.remove);
  return made;
};

const linked = ({ link, ownNode }: { link: string; ownNode: string }): boolean =>
  realpathSync(link) === realpathSync(ownNode);

const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

test('links the own Node where npm left the link out, and is silent', async (t) => {
  const made = checkout(t);
  made.install();
  t.same(made.prepare(), { status: 0, stderr: '' });
  t.ok(linked(made));
});

test('replaces a link that leads nowhere', async (t) => {
  const made = checkout(t);
  made.install();
  made.linkTo('../node-of-another-platform/bin/node');
  t.same(made.prepare(), { status: 0, stderr: '' });
  t.ok(linked(made));
});

test("uses the machine's Node where the own one does not run", async (t) => {
  const made = checkout(t);
  made.install('/lib/ld-of-another-libc.so');
  made.linkTo(`../${ownPackage}/bin/node`);
  t.same(made.prepare(), { status: 0, stderr: '' });
  t.notOk(isThere(made.link));
});

test('installs what is missing with the npm that runs the script, then links', async (t) => {
  const made = checkout(t);
  const { status, stderr } = made.prepare(
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
  t.match(readFileSync(join(made.root, 'arguments'), 'utf8'), /^ci --include=dev /);
  t.ok(linked(made));
});

test('an install that fails ends in one sentence', async (t) => {
  const made = checkout(t);
  const { status, stderr } = made.prepare(
    `process.stderr.write('npm error code ENOSPC\\nnpm error nospc ENOSPC: no space left on device, write\\n');
    process.exitCode = 228;`,
  );
  t.equal(status, 1);
  t.match(stderr, /\nThe dependencies could not be installed: no space is left on a disk [^\n]+\n$/);
});

test('after npm ci, links and never fails', async (t) => {
  const made = checkout(t);
  t.same(made.prepare('', '--link-only'), { status: 0, stderr: '' });
  made.install();
  t.same(made.prepare('', '--link-only'), { status: 0, stderr: '' });
  t.ok(linked(made));
});

test('the commands of newcomers and operators prepare first, all others need an install', async (t) => {
  const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    scripts: Readonly<Record<string, string>>;
  };
  const prepared = Object.keys(scripts).filter((name) => /^pre(?!pare$)/.test(name));
  t.strictSame(prepared.sort(), [
    'preaudit-hash',
    'preimport',
    'premigrate',
    'preoperator',
    'preoutbox',
    'prestart',
    'pretest',
  ]);
  for (const name of prepared) t.match(scripts[name], /^node scripts\/prepare\.cjs( --with-dev)?$/, name);
});
