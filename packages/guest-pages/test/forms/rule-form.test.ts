import t from 'tap';
import { readRule, typedRule } from '../../src/forms/rule-form.ts';

t.test('rules as one chooses them', async (t) => {
  const read = (typed: Record<string, readonly string[]>) => readRule(typed, '2026-12-31').rule;
  t.equal(read({}), null);
  t.equal(read({ repeat: ['keep'] }), null);
  t.equal(read({ repeat: ['days'], interval: ['3'], count: ['5'] }), 'FREQ=DAILY;INTERVAL=3;COUNT=5');
  t.equal(
    read({ repeat: ['weeks'], days: ['FR', 'MO', 'X'], until: ['2027-02-01'] }),
    'FREQ=WEEKLY;BYDAY=MO,FR;UNTIL=20270201',
  );
  t.equal(read({ repeat: ['monthDay'] }), 'FREQ=MONTHLY');
  t.equal(read({ repeat: ['monthWeekday'] }), 'FREQ=MONTHLY;BYDAY=-1TH', 'the fifth is the last');
  t.equal(readRule({ repeat: ['monthWeekday'] }, '2026-12-08').rule, 'FREQ=MONTHLY;BYDAY=2TU');
  t.equal(read({ repeat: ['years'] }), 'FREQ=YEARLY');
  const wrong = { repeat: ['weeks'], interval: ['0'], until: ['2026-12-01'], count: ['1000'] };
  t.strictSame(readRule(wrong, '2026-12-31').unusable, {
    ...{ interval: 'interval', until: 'until', count: 'count' },
  });
  const twoEnds = { repeat: ['weeks'], until: ['2027-02-01'], count: ['4'] };
  t.strictSame(readRule(twoEnds, '2026-12-31').unusable, { count: 'oneEnd' });
});

t.test('a rule stands in the form as it was chosen, or stays', async (t) => {
  for (const rule of [
    'FREQ=DAILY;INTERVAL=3;COUNT=5',
    'FREQ=WEEKLY;BYDAY=MO,FR;UNTIL=20270201',
    'FREQ=MONTHLY',
    'FREQ=MONTHLY;BYDAY=-1TH',
    'FREQ=YEARLY',
  ])
    t.equal(readRule(typedRule(rule), '2026-12-31').rule, rule);
  for (const rule of [
    'FREQ=MONTHLY;BYMONTHDAY=1,15',
    'FREQ=YEARLY;BYDAY=1MO',
    'FREQ=DAILY;BYDAY=MO',
    'FREQ=WEEKLY;UNTIL=20270201T000000Z',
    'nothing',
  ])
    t.strictSame(typedRule(rule).repeat, ['keep'], rule);
});
