import { PassThrough } from 'node:stream';
import t from 'tap';
import { faultFile } from '../../../src/import/report/fault-file.ts';
import { noCounts } from '../../../src/import/report/import-counts.ts';
import { importReport } from '../../../src/import/report/import-report.ts';

const scene = (size = 0) => {
  const stream = new PassThrough();
  let written = '';
  stream.on('data', (chunk) => {
    written += String(chunk);
  });
  const faults = faultFile(undefined);
  const report = importReport(stream, size, faults);
  return { report, faults, written: () => written };
};

const geo = { path: '/location/geo', message: 'must have a latitude' };

t.test('without a terminal, progress is a line for each fifty thousand lines', async (t) => {
  const { report, written } = scene(1_000);
  for (const lines of [1, 49_999, 50_000, 60_000, 99_999, 100_000])
    report.progress({ ...noCounts(), lines, added: lines - 1, failed: 1 }, lines);
  report.end();
  t.equal(
    written(),
    '50000 lines: 49999 added, 0 changed, 0 unchanged, 1 failed\n' +
      '100000 lines: 99999 added, 0 changed, 0 unchanged, 1 failed\n',
  );
});

t.test('the first faults are written in full, all of them are counted by kind', async (t) => {
  const { report, faults, written } = scene();
  report.fault(1, [geo, { path: '', message: 'is not JSON' }]);
  for (let line = 2; line <= 12; line += 1) report.fault(line, [geo]);
  t.equal(written(), '', 'not before the end');
  report.end();
  const lines = written().split('\n');
  t.equal(lines[0], 'line 1: /location/geo must have a latitude; is not JSON');
  t.strictSame(lines.slice(9), [
    'line 10: /location/geo must have a latitude',
    'and 2 more',
    'Faults by kind:',
    '      12  /location/geo must have a latitude',
    '       1  is not JSON',
    `All of them are in ${faults.path()}.`,
    '',
  ]);
});
