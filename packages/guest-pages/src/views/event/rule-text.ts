import {
  type EventDetail,
  type Language,
  localDateOf,
  locales,
  parseRule,
  type RecurrenceRule,
  type RuleDay,
  type Weekday,
  weekdays,
} from '@event-platform/domain';
import { type Texts, textsOf } from '../../texts/index.ts';

/** A day that a rule leaves open, as an event on it shows: `2026-05-05`. Null where the event was moved. */
export type DayOfRule = string | null;

/** 5 January 2026 is a Monday. */
const nameOf = (weekday: Weekday, language: Language): string =>
  new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(
    Date.UTC(2026, 0, 5 + weekdays.indexOf(weekday)),
  );

const weekdayOf = (day: string): Weekday =>
  weekdays[(new Date(`${day}T00:00:00.000Z`).getUTCDay() + 6) % 7] ?? 'MO';

const weeksText = (
  days: readonly Weekday[],
  interval: number,
  language: Language,
  { series }: Texts,
): string => {
  const inOrder = weekdays.filter((weekday) => days.includes(weekday));
  if (inOrder.length === weekdays.length && interval === 1) return series.days(1);
  const names = inOrder.map((weekday) => nameOf(weekday, language));
  return series.weeks(interval, new Intl.ListFormat(language).format(names));
};

/** The one day of a month that a rule names, in words; null where it names others. */
const dayOfMonth = (
  { byDay, byMonthDay, bySetPos }: RecurrenceRule['pattern'],
  day: DayOfRule,
  language: Language,
  { series }: Texts,
): string | null => {
  if (byDay.length + byMonthDay.length + bySetPos.length === 0)
    return day && series.monthDay(Number(day.slice(-2)));
  const [weekday, ...others] = byDay;
  if (weekday && others.length + byMonthDay.length === 0 && bySetPos.length <= 1) {
    const nth = bySetPos[0] ?? weekday.nth;
    const position = weekday.nth === null || bySetPos.length === 0 ? series.positions.get(nth ?? 0) : null;
    return position ? series.nthDay(position, nameOf(weekday.weekday, language)) : null;
  }
  const [number = 0, ...more] = byMonthDay;
  return byDay.length + more.length + bySetPos.length === 0 && number > 0 ? series.monthDay(number) : null;
};

const plainDays = (days: readonly RuleDay[]): readonly Weekday[] => days.map(({ weekday }) => weekday);

/** A rule in plain words, such as "Every Tuesday"; rules that need many words are that it repeats. */
export const ruleText = (rule: string, day: DayOfRule, language: Language): string => {
  const texts = textsOf(language);
  const { series } = texts;
  const pattern = parseRule(rule)?.pattern;
  if (!pattern) return series.repeats;
  const { frequency, interval, byDay, byMonthDay, bySetPos } = pattern;
  const isPlain = byDay.length + byMonthDay.length + bySetPos.length === 0;
  if (frequency === 'MONTHLY') {
    const dayName = dayOfMonth(pattern, day, language, texts);
    return dayName === null ? series.repeats : series.months(interval, dayName);
  }
  if (frequency === 'YEARLY') return isPlain ? series.years(interval) : series.repeats;
  if (byMonthDay.length + bySetPos.length > 0) return series.repeats;
  if (frequency === 'DAILY') {
    if (isPlain) return series.days(interval);
    return interval === 1 ? weeksText(plainDays(byDay), 1, language, texts) : series.repeats;
  }
  const days = isPlain && day ? [weekdayOf(day)] : plainDays(byDay);
  return weeksText(days, interval, language, texts);
};

/** As a sentence; a German day of a month ends with the full stop already. */
const sentence = (text: string): string => text.replace(/\.?$/, '.');

/** The same as a sentence. */
export const ruleSentence = (...rule: Parameters<typeof ruleText>): string => sentence(ruleText(...rule));

const endText = (rule: string, timeZone: string, language: Language): string => {
  const { series } = textsOf(language);
  const end = parseRule(rule)?.end ?? { kind: 'never' };
  if (end.kind === 'never') return '';
  if (end.kind === 'count') return `, ${series.times(end.count)}`;
  const [at, zone] =
    end.kind === 'local' ? [new Date(`${end.date}T00:00:00.000Z`), 'UTC'] : [end.at, timeZone];
  const date = new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeZone: zone }).format(at);
  return `, ${series.until(date)}`;
};

/** The day of an event that its rule may leave open. */
export const dayOfRule = ({
  startAt,
  timeZone,
  series,
}: Pick<EventDetail, 'startAt' | 'timeZone' | 'series'>): DayOfRule =>
  series && !series.isDetached ? localDateOf(startAt, timeZone) : null;

/** A rule with its end, for those who manage an event of it: "Every Tuesday, until 30 June 2026." */
export const wholeRule = (
  rule: string,
  event: Pick<EventDetail, 'startAt' | 'timeZone' | 'series'>,
  language: Language,
): string => sentence(ruleText(rule, dayOfRule(event), language) + endText(rule, event.timeZone, language));
