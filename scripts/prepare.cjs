// Runs before `npm start`, `npm test` and the commands of operators: installs the locked dependencies when they are missing and makes `node` mean the
// project's own Node (docs/adr/0020). It runs on the machine's Node: plain CommonJS that even an old Node parses.
//
//   node scripts/prepare.cjs               with NODE_ENV=production, also in .env: without devDependencies
//   node scripts/prepare.cjs --with-dev    always with devDependencies
//   node scripts/prepare.cjs --link-only   after `npm ci`: only what makes `node` mean the project's own Node

const { existsSync, readFileSync } = require('node:fs');
const { join } = require('node:path');
const { reasonNotToStart } = require('./prepare/platform.cjs');

const fail = (reason) => {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
};

const isLinkOnly = process.argv.indexOf('--link-only') !== -1;
const reason = reasonNotToStart(process.platform, process.versions.node);
if (reason && !isLinkOnly) fail(reason);
if (!reason) {
  const { prepare, linkAfterInstall } = require('./prepare/prepare.cjs');
  const file = join(__dirname, '..', '.env');
  const settings = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const isProduction =
    (process.env.NODE_ENV || (/^NODE_ENV=["']?(\w*)/m.exec(settings) || [])[1]) === 'production';
  const withDev = process.argv.indexOf('--with-dev') !== -1 || !isProduction;
  if (isLinkOnly) linkAfterInstall();
  else prepare(withDev).then((fault) => fault && fail(fault));
}
