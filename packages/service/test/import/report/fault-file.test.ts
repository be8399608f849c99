import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import t from 'tap';
import { fileKeys } from '../../../src/import/file/file-keys.ts';
import { faultFile } from '../../../src/import/report/fault-file.ts';
import { noCounts, summaryOf } from '../../../src/import/report/import-counts.ts';

t.test('writes all faults to a file, and counts them by kind', async (t) => {
  const faults = faultFile(undefined);
  t.equal(faults.path(), undefined, 'no fault, no file');
  const geo = { path: '/location/geo', message: 'must have a latitude' };
  const json = { path: '', message: 'is not JSON' };
  for (let line = 1; line <= 5_000; line += 1) faults.add(line, line === 3 ? [json] : [geo]);
  faults.add(5_001, [geo, json, geo]);
  faults.close();
  t.strictSame(faults.kinds(), [
    ['/location/geo must have a latitude', 5_000],
    ['is not JSON', 2],
  ]);
  const lines = readFileSync(faults.path() ?? '', 'utf8').split('\n');
  t.equal(lines.length, 5_002);
  t.equal(lines[2], 'line 3: is not JSON');
  t.match(lines[5_000], /^line 5001: \/location\/geo must have a latitude; is not JSON; /);
});

t.test('goes to a given file, bounds the kinds, and says when it cannot be written', async (t) => {
  const path = join(t.testdir({}), 'faults.txt');
  const faults = faultFile(path);
  for (let line = 1; line <= 100; line += 1) faults.add(line, [{ path: `/${line}`, message: 'is odd' }]);
  faults.close();
  t.equal(faults.path(), path);
  t.strictSame(faults.kinds()[0], ['other faults', 50]);
  t.throws(() => faultFile(join(path, 'x')).add(1, [{ path: '', message: 'x' }]), {
    message: /^--faults: .* cannot be written/,
  });
});

t.test('keys of a file are taken once, and found', async (t) => {
  const keys = fileKeys();
  keys.mention('faulty');
  t.equal(keys.has('faulty'), true);
  t.equal(keys.take('faulty'), true, 'a line with faults takes no key');
  const roundTrip = fc.property(
    fc.uniqueArray(fc.string(), { maxLength: 3_000, minLength: 1_000 }),
    (texts) => {
      const some = fileKeys();
      return (
        texts.every((text) => some.take(text)) &&
        texts.every((text) => some.has(text) && !some.take(text)) &&
        !some.has(`${texts.join()}x`)
      );
    },
  );
  t.doesNotThrow(() => fc.assert(roundTrip, { numRuns: 20 }));
});

t.test('the summary names what is left out only where there is any', async (t) => {
  t.equal(
    summaryOf({ ...noCounts(), lines: 1_200, added: 1_200 }),
    '1,200 lines: 1,200 events added, 0 changed, 0 unchanged, 0 cancelled, 0 failed.',
  );
  t.match(
    summaryOf({ ...noCounts(), lines: 6, past: 1, unknownCancelled: 2, closed: 3 }),
    /; left out: 1 over \(--past adds them\), 2 cancelled before they were added, 3 cancelled or taken down here\.$/,
  );
});
