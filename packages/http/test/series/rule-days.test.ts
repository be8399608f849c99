import { deepStrictEqual, equal, ok } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { instantOn, parseRule, type RulePattern, ruleDays, zoneOffset } from '@event-platform/domain';
import ICAL from 'ical.js';
import t from 'tap';
import { randomRules } from './random-rules.ts';

const wallTime = 2.5 * 3_600_000;
const python = '/usr/bin/python3';

/** The wall-clock times of a rule by ical.js. */
const timesByIcal = (rule: string, first: string, last: string): readonly string[] => {
  const start = ICAL.Time.fromDateTimeString(`${first}T02:30:00`);
  const iterator = ICAL.Recur.fromString(rule).iterator(start);
  const times: string[] = [];
  for (let time = iterator.next(); time && times.length < 2_000; time = iterator.next()) {
    const text = time.toString();
    if (text.slice(0, 10) > last) return times;
    times.push(text);
  }
  return times;
};

/**
 * Where ical.js 2.2.1 takes the days of RFC 5545: not for all positions, and days of the month beside other parts; each year on
 * 29 February it takes 1 March for one that has none.
 */
const isOfIcal = ({ frequency, byDay, byMonthDay, bySetPos }: RulePattern, begin: string): boolean => {
  if (frequency === 'YEARLY' && begin.endsWith('-02-29')) return false;
  if (frequency !== 'MONTHLY')
    return byMonthDay.length + bySetPos.length === 0 && !byDay.some(({ nth }) => nth);
  if (byMonthDay.length > 0) return byDay.length + bySetPos.length === 0 && byMonthDay.every((nr) => nr > 0);
  return bySetPos.length === 0 && byDay.every(({ nth }) => (nth === null) === (byDay[0]?.nth === null));
};

t.test('agrees with ical.js over 500 random rules in five zones with clock changes', async () => {
  for (const { rule, text, begin, last, zone } of randomRules(500, isOfIcal)) {
    equal(JSON.stringify(parseRule(text)?.pattern), JSON.stringify(rule));
    // ical.js takes its start for a date of the rule.
    const dates = ruleDays(rule, begin, last);
    deepStrictEqual(
      dates.map((date) => `${date}T02:30:00`),
      timesByIcal(text, begin, last),
      `${text} from ${begin}`,
    );
    for (const date of dates) {
      const at = instantOn(date, wallTime, zone);
      const late: number = at.getTime() + zoneOffset(zone, at) - Date.parse(`${date}T02:30:00.000Z`);
      // The clocks skip nothing, half an hour, or an hour.
      ok([0, 1_800_000, 3_600_000].includes(late), `${date} in ${zone}`);
    }
  }
});

/** Prints the instants of each rule, its local times in their zone; a time that is skipped has the offset before. */
const instantsByPython = `
import json, sys
from datetime import datetime, timezone
from zoneinfo import ZoneInfo
from dateutil.rrule import rrulestr
from icalendar.prop import vRecur
def instants(one):
    rule = vRecur(vRecur.from_ical(one['text'])).to_ical().decode()
    start = datetime.fromisoformat(one['begin'] + 'T02:30:00')
    last = datetime.fromisoformat(one['last'] + 'T23:59:59')
    times = rrulestr(rule, dtstart=start).between(start, last, inc=True)
    return [int(at.replace(tzinfo=ZoneInfo(one['zone'])).timestamp() * 1000) for at in times]
print(json.dumps([instants(one) for one in json.load(sys.stdin)]))
`;

/** Where dateutil takes the days of RFC 5545: not for positions beside plain days, nor for those in a week. */
const isOfDateutil = ({ frequency, byDay, bySetPos }: RulePattern): boolean =>
  byDay.every(({ nth }) => (nth === null) === (byDay[0]?.nth === null)) &&
  (frequency !== 'WEEKLY' || bySetPos.length === 0);

const lacksPython = spawnSync(python, ['-c', 'import icalendar, dateutil']).status !== 0;

t.test(
  'agrees with icalendar and dateutil over 500 random rules in five zones with clock changes',
  { skip: lacksPython && 'needs python3-icalendar' },
  async (t) => {
    const rules = randomRules(500, isOfDateutil);
    const read = spawnSync(python, ['-c', instantsByPython], { input: JSON.stringify(rules) });
    t.equal(read.stderr.toString(), '');
    const days: readonly (readonly number[])[] = JSON.parse(read.stdout.toString());
    for (const [index, { rule, text, begin, last, zone }] of rules.entries())
      deepStrictEqual(
        ruleDays(rule, begin, last).map((date) => instantOn(date, wallTime, zone).getTime()),
        days[index],
        `${text} from ${begin} in ${zone}`,
      );
  },
);
