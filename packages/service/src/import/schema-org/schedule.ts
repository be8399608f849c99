import {
  areWholeDays,
  daysIn,
  endOfDays,
  instantOn,
  localDateOf,
  parseRule,
  ruleDays,
  ruleValue,
  timeOfDayOf,
} from '@event-platform/domain';
import { readDuration } from '../values/durations.ts';
import { dayMs, type ReadTime, readTime } from '../values/instants.ts';
import { addressOf, isObject, type JsonObject, listOf, numberOf, textOf } from '../values/json.ts';
import { assumedMs, type ReadTimes, timesOf } from './times.ts';

/** A repeating event of schema.org: its rule, and its first date. */
export interface Schedule {
  /** An RRULE value of RFC 5545. */
  readonly rule: string;
  /** Local days without an event. */
  readonly except: readonly string[];
  /** The line with a start. */
  readonly line: JsonObject;
  /** Of the first date; null when the rule names no day of the next years. */
  readonly times: (timeZone: string) => ReadTimes | null;
}

const units = { D: 'DAILY', W: 'WEEKLY', M: 'MONTHLY', Y: 'YEARLY' } as const;

const weekdayName =
  /^(?:https?:\/\/schema\.org\/|schema:)?(mo|tu|we|th|fr|sa|su)(?:nday|esday|dnesday|ursday|iday|turday)?$/i;
const ordinalDay = /^[+-]?\d{1,2}(?:MO|TU|WE|TH|FR|SA|SU)$/i;

/** `https://schema.org/Monday`, `Monday`, `MO` or `2MO`; null for others. */
const dayOf = (value: unknown): string | null => {
  const text = addressOf(value) ?? '';
  if (ordinalDay.test(text)) return text.toUpperCase();
  return weekdayName.exec(text)?.[1]?.toUpperCase() ?? null;
};

const dateIn = (value: unknown): string | undefined =>
  /^(\d{4})-?(\d\d)-?(\d\d)(?!\d)/
    .exec(textOf(value) ?? '')
    ?.slice(1)
    .join('-');

/** A time of day on a date: with an offset an instant, else what clocks at the event show; null for other texts. */
const timeOn = (date: string, value: unknown): ReadTime | null => {
  const time = textOf(value)?.replace(/^(?:\d{4}-?\d\d-?\d\d)?T/i, '');
  return time === undefined ? null : readTime(`${date}T${time}`);
};

const ruleOf = (schedule: JsonObject): string | null => {
  const until = dateIn(schedule.endDate)?.replaceAll('-', '');
  const repeats = numberOf(schedule.repeatCount);
  const ending = until ? `UNTIL=${until}` : repeats === undefined ? '' : `COUNT=${repeats}`;
  const given = ruleValue(textOf(schedule.repeatFrequency) ?? '');
  if (/\bFREQ=/i.test(given)) {
    const rule = ending === '' || /;(?:UNTIL|COUNT)=/i.test(given) ? given : `${given};${ending}`;
    return parseRule(rule) ? rule : null;
  }
  const [, count = '', unit = ''] = /^P(\d{1,3})([DWMY])$/i.exec(given) ?? [];
  const frequency = units[unit.toUpperCase() as keyof typeof units];
  const days = listOf(schedule.byDay)
    .flatMap((value) => textOf(value)?.split(/\s*,\s*/) ?? [value])
    .map(dayOf);
  const monthDays = listOf(schedule.byMonthDay).map(numberOf);
  // A part that a rule cannot say would make events on wrong days.
  if (
    !frequency ||
    days.includes(null) ||
    schedule.byMonth !== undefined ||
    schedule.byMonthWeek !== undefined
  )
    return null;
  const isWeeks = frequency === 'DAILY' && Number(count) % 7 === 0;
  const parts = [
    `FREQ=${isWeeks ? 'WEEKLY' : frequency}`,
    `INTERVAL=${isWeeks ? Number(count) / 7 : Number(count)}`,
    days.length > 0 ? `BYDAY=${days.join(',')}` : '',
    monthDays.length > 0 ? `BYMONTHDAY=${monthDays.join(',')}` : '',
    ending,
  ];
  const rule = parts.filter((part) => part !== '').join(';');
  return parseRule(rule) ? rule : null;
};

/** How long each one lasts, in milliseconds: by its end, its duration, or as the event itself says; null where none tells. */
const lastingOf = (schedule: JsonObject, line: JsonObject, date: string, start: ReadTime): number | null => {
  const end = timeOn(date, schedule.endTime);
  // Of two times of day, as clocks show them: a clock change on the first date is none on the others.
  const startAt = start.start('UTC').getTime();
  const untilEnd = end ? end.end('UTC').getTime() - startAt : 0;
  // From midnight to midnight is a day; another end that is the start tells none.
  if (untilEnd !== 0 || (end && startAt % dayMs === 0)) return untilEnd > 0 ? untilEnd : untilEnd + dayMs;
  const duration = readDuration(textOf(schedule.duration) ?? '') ?? readDuration(textOf(line.duration) ?? '');
  const lasting = duration?.months === 0 ? duration.days * dayMs + duration.milliseconds : 0;
  if (lasting > 0) return lasting;
  const [from, to] = [line.startDate, line.endDate].map((value) => readTime(textOf(value) ?? ''));
  if (!from || !to || from.isDay || to.isDay) return null;
  const own = to.end('UTC').getTime() - from.start('UTC').getTime();
  return own > 0 ? own : null;
};

/** The first one, before its rule moves it: its start in local time, and how long it lasts. */
type FirstTimes = (timeZone: string) => {
  readonly date: string;
  readonly time: number;
  readonly lasts: number;
  readonly isEndAssumed: boolean;
};

const firstTimesOf = (schedule: JsonObject, line: JsonObject): FirstTimes | null => {
  const date = dateIn(schedule.startDate) ?? dateIn(line.startDate);
  const start = date === undefined ? null : timeOn(date, schedule.startTime);
  // A time that cannot be read would make whole days.
  if (!start && textOf(schedule.startTime) !== undefined) return null;
  if (date !== undefined && start) {
    const lasting = lastingOf(schedule, line, date, start);
    return (timeZone) => {
      const startAt = start.start(timeZone);
      const [localDate, time] = start.isLocal
        ? [date, timeOfDayOf(start.start('UTC'), 'UTC')]
        : [localDateOf(startAt, timeZone), timeOfDayOf(startAt, timeZone)];
      return { date: localDate, time, lasts: lasting ?? assumedMs, isEndAssumed: lasting === null };
    };
  }
  const times = timesOf(line);
  if (!('in' in times)) return null;
  return (timeZone) => {
    const { isEndAssumed, ...span } = times.in(timeZone);
    const { startAt, endAt } = span;
    const date = localDateOf(startAt, timeZone);
    if (areWholeDays(span, timeZone)) return { date, time: 0, lasts: daysIn(span) * dayMs, isEndAssumed };
    const lasts = endAt.getTime() - startAt.getTime();
    return { date, time: timeOfDayOf(startAt, timeZone), lasts, isEndAssumed };
  };
};

/** Years in which the first date is looked for: leap days may be eight years apart. */
const years = 9;

/**
 * The one schedule of an event (https://schema.org/Schedule). Null where there is none, several, or one that no rule says: such
 * an event is imported alone.
 */
export const scheduleOf = (line: JsonObject): Schedule | null => {
  const [schedule, ...others] = listOf(line.eventSchedule).filter(isObject);
  if (!schedule || others.length > 0) return null;
  const datedLine = line.startDate === undefined ? { ...line, startDate: schedule.startDate } : line;
  const rule = ruleOf(schedule);
  const first = firstTimesOf(schedule, datedLine);
  if (rule === null || !first) return null;
  return {
    rule,
    except: listOf(schedule.exceptDate).flatMap((date) => dateIn(date) ?? []),
    line: datedLine,
    times: (timeZone) => {
      const { date, time, lasts, isEndAssumed } = first(timeZone);
      const last = `${Number(date.slice(0, 4)) + years}${date.slice(4).replace('-02-29', '-03-01')}`;
      const pattern = parseRule(rule)?.pattern;
      const [day] = pattern ? ruleDays(pattern, date, last) : [];
      if (day === undefined) return null;
      const startAt = instantOn(day, time, timeZone);
      // Days are as many, however long clocks make them.
      if (time === 0 && lasts % dayMs === 0)
        return { startAt, endAt: endOfDays(startAt, lasts / dayMs, timeZone), isEndAssumed };
      return { startAt, endAt: new Date(startAt.getTime() + lasts), isEndAssumed };
    },
  };
};
