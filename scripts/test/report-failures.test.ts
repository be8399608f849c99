import { text } from 'node:stream/consumers';
import t from 'tap';
import FailureReporter from '../report-failures.ts';

const told = async (tap: string): Promise<string> => {
  const reporter = new FailureReporter();
  reporter.end(tap);
  return (await text(reporter)).replace(/in [\d.]+ s$/m, 'in 1.0 s');
};

t.test('of a run only the files, what failed or was left out, and a closing line are told', async (t) => {
  const tap = `TAP version 14
# Subtest: first.test.ts
    # Subtest: an outer test
        ok 1 - holds
        not ok 2 - differs
          ---
          at:
            fileName: first.test.ts
            lineNumber: 2
          diff: |
            -a
            +b
          values:
            - 1
          ...
        1..2
    not ok 1 - an outer test # time=2ms
    # Subtest: no browser
        1..0 # SKIP none here
    ok 2 - no browser # SKIP none here
    a line that is printed
    # Subtest: ends too late
        ok 1 - holds
        1..1
    not ok 3 - ends too late
      ---
      signal: SIGTERM
      ...
    1..3
not ok 1 - first.test.ts # time=1500ms
# Subtest: second.test.ts
    ok 1 - holds
    1..1
ok 2 - second.test.ts # time=300ms
1..2
`;
  t.equal(
    await told(tap),
    `not ok - first.test.ts > an outer test > differs
    diff:
        -a
        +b
    values: [ 1 ]
a line that is printed
skipped - first.test.ts > no browser: none here
not ok - first.test.ts > ends too late
    signal: SIGTERM
not ok first.test.ts 1.5 s
ok second.test.ts 0.3 s
# 7 assertions, 2 failed, 1 skipped, in 1.0 s
`,
  );
});

t.test('a run that breaks off says why', async (t) => {
  t.match(await told('TAP version 14\nBail out! no disk\n'), /^Bail out! no disk$/m);
});
