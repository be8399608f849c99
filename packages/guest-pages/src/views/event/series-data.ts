import {
  daysIn,
  type EventDetail,
  localDateOf,
  parseRule,
  type RecurrenceRule,
  type Weekday,
} from '@event-platform/domain';
import { localInstant } from './local-instant.ts';
import type { SeriesOfPage } from './series.ts';

type Part = Pick<EventDetail, 'title' | 'startAt' | 'endAt' | 'isAllDay' | 'timeZone' | 'series'>;

const units = { DAILY: 'D', WEEKLY: 'W', MONTHLY: 'M', YEARLY: 'Y' } as const;

const weekdayNames: Readonly<Record<Weekday, string>> = {
  ...{ MO: 'Monday', TU: 'Tuesday', WE: 'Wednesday', TH: 'Thursday', FR: 'Friday' },
  ...{ SA: 'Saturday', SU: 'Sunday' },
};

const endData = ({ end }: RecurrenceRule, timeZone: string): object => {
  if (end.kind === 'count') return { repeatCount: end.count };
  if (end.kind === 'local') return { endDate: end.date };
  return end.kind === 'instant' ? { endDate: localDateOf(end.at, timeZone) } : {};
};

/** When a series takes place; null for rules that a Schedule cannot say, and of an event that was moved. @see https://schema.org/Schedule */
const scheduleOf = (text: string, event: Part): object | null => {
  const { startAt, endAt, isAllDay, timeZone, series } = event;
  const rule = parseRule(text);
  if (!rule || rule.pattern.bySetPos.length > 0 || series?.isDetached) return null;
  const { frequency, interval, byDay, byMonthDay } = rule.pattern;
  const timeOf = (at: Date): string => localInstant(at, timeZone).slice(11, 19);
  return {
    '@type': 'Schedule',
    repeatFrequency: `P${interval}${units[frequency]}`,
    ...(byDay.length > 0
      ? {
          byDay: byDay.map(({ nth, weekday }) =>
            nth === null ? `https://schema.org/${weekdayNames[weekday]}` : `${nth}${weekday}`,
          ),
        }
      : {}),
    ...(byMonthDay.length > 0 ? { byMonthDay } : {}),
    ...(isAllDay
      ? { duration: `P${daysIn(event)}D` }
      : { startTime: timeOf(startAt), endTime: timeOf(endAt) }),
    scheduleTimezone: timeZone,
    ...endData(rule, timeZone),
  };
};

/** The series of an event for search engines. @see https://schema.org/EventSeries */
export const seriesData = (event: Part, { rule }: SeriesOfPage): object => {
  const eventSchedule = scheduleOf(rule, event);
  return { '@type': 'EventSeries', name: event.title, ...(eventSchedule ? { eventSchedule } : {}) };
};
