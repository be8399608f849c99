import {
  areWholeDays,
  daysIn,
  endOfDays,
  instantOn,
  isLocalDate,
  isTimeZone,
  localDateOf,
  parseRule,
  ruleDays,
  timeOfDayOf,
} from '@event-platform/domain';
import { readDuration } from '../values/durations.ts';
import { dayMs, lastMinute } from '../values/instants.ts';
import { isObject, type JsonObject, listOf, numberOf, textOf } from '../values/json.ts';
import { type EventTimes, timesOf } from './times.ts';

/** A repeating event of schema.org: its rule, and its first date. */
export interface Schedule {
  /** An RRULE value of RFC 5545. */
  readonly rule: string;
  /** Local days without an event. */
  readonly except: readonly string[];
  /** Null where the schedule names none. */
  readonly timeZone: string | null;
  /** The line with a start. */
  readonly line: JsonObject;
  /** Of the first date; null when the rule names no day of the next years. */
  readonly times: (timeZone: string) => EventTimes | null;
}

const units = { D: 'DAILY', W: 'WEEKLY', M: 'MONTHLY', Y: 'YEARLY' } as const;
const minuteMs = 60_000;

const weekdayName =
  /^(?:https?:\/\/schema\.org\/)?(mo|tu|we|th|fr|sa|su)(?:nday|esday|dnesday|ursday|iday|turday)?$/i;
const ordinalDay = /^[+-]?\d{1,2}(?:MO|TU|WE|TH|FR|SA|SU)$/i;

/** `https://schema.org/Monday`, `Monday`, `MO` or `2MO`; null for others. */
const dayOf = (value: unknown): string | null => {
  const text = textOf(value) ?? '';
  if (ordinalDay.test(text)) return text.toUpperCase();
  return weekdayName.exec(text)?.[1]?.toUpperCase() ?? null;
};

const dateIn = (value: unknown): string | undefined => /^\d{4}-\d\d-\d\d/.exec(textOf(value) ?? '')?.[0];

/** A local time of day in milliseconds; null for others, such as one of another zone. */
const timeIn = (value: unknown): number | null => {
  const [, hours, minutes] = /^T?([01]\d|2[0-3]):([0-5]\d)(?::\d\d)?$/.exec(textOf(value) ?? '') ?? [];
  return hours === undefined ? null : (Number(hours) * 60 + Number(minutes)) * minuteMs;
};

const ruleOf = (schedule: JsonObject): string | null => {
  const [, count = '', unit = ''] = /^P(\d{1,3})([DWMY])$/.exec(textOf(schedule.repeatFrequency) ?? '') ?? [];
  const frequency = units[unit as keyof typeof units];
  const days = listOf(schedule.byDay).map(dayOf);
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
  const until = dateIn(schedule.endDate)?.replaceAll('-', '');
  const repeats = numberOf(schedule.repeatCount);
  const parts = [
    `FREQ=${isWeeks ? 'WEEKLY' : frequency}`,
    `INTERVAL=${isWeeks ? Number(count) / 7 : Number(count)}`,
    days.length > 0 ? `BYDAY=${days.join(',')}` : '',
    monthDays.length > 0 ? `BYMONTHDAY=${monthDays.join(',')}` : '',
    until ? `UNTIL=${until}` : '',
    repeats !== undefined && !until ? `COUNT=${repeats}` : '',
  ];
  const rule = parts.filter((part) => part !== '').join(';');
  return parseRule(rule) ? rule : null;
};

/** How long each one lasts, in milliseconds: by its end, its duration, or as the event itself says. */
const durationOf = (schedule: JsonObject, line: JsonObject, startTime: number): number | null => {
  const toldEnd = timeIn(schedule.endTime);
  const endTime = toldEnd !== null && toldEnd >= lastMinute ? dayMs : toldEnd;
  if (endTime !== null) return endTime > startTime ? endTime - startTime : endTime - startTime + dayMs;
  const duration = readDuration(textOf(schedule.duration) ?? '') ?? readDuration(textOf(line.duration) ?? '');
  return duration && duration.months === 0 ? duration.days * dayMs + duration.milliseconds : null;
};

/** The first one, before its rule moves it: its start in local time, and how long it lasts. */
type FirstTimes = (timeZone: string) => {
  readonly date: string;
  readonly time: number;
  readonly lasts: number;
};

const firstTimesOf = (schedule: JsonObject, line: JsonObject): FirstTimes | null => {
  const date = dateIn(schedule.startDate) ?? dateIn(line.startDate);
  const time = timeIn(schedule.startTime);
  const lasts = time === null ? null : durationOf(schedule, line, time);
  if (date !== undefined && isLocalDate(date) && time !== null && lasts !== null && lasts > 0)
    return () => ({ date, time, lasts });
  const times = timesOf(line);
  if (!('in' in times)) return null;
  return (timeZone) => {
    const span = times.in(timeZone);
    const { startAt, endAt } = span;
    const date = localDateOf(startAt, timeZone);
    if (areWholeDays(span, timeZone)) return { date, time: 0, lasts: daysIn(span) * dayMs };
    return { date, time: timeOfDayOf(startAt, timeZone), lasts: endAt.getTime() - startAt.getTime() };
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
  const zone = textOf(schedule.scheduleTimezone);
  return {
    rule,
    except: listOf(schedule.exceptDate).flatMap((date) => dateIn(date) ?? []),
    timeZone: zone && isTimeZone(zone) ? zone : null,
    line: datedLine,
    times: (timeZone) => {
      const { date, time, lasts } = first(timeZone);
      const last = `${Number(date.slice(0, 4)) + years}${date.slice(4).replace('-02-29', '-03-01')}`;
      const pattern = parseRule(rule)?.pattern;
      const [day] = pattern ? ruleDays(pattern, date, last) : [];
      if (day === undefined) return null;
      const startAt = instantOn(day, time, timeZone);
      // Days are as many, however long clocks make them.
      if (time === 0 && lasts % dayMs === 0)
        return { startAt, endAt: endOfDays(startAt, lasts / dayMs, timeZone) };
      return { startAt, endAt: new Date(startAt.getTime() + lasts) };
    },
  };
};
