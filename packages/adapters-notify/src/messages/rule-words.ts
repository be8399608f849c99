import {
  type Language,
  type LocalDate,
  localDateOf,
  parseRule,
  type RecurrenceRule,
  type RuleDay,
  type RuleEnd,
  weekdays,
} from '@event-platform/domain';
import { textsOf } from './texts/index.ts';
import type { RuleTexts } from './texts/rules-en.ts';

type Pattern = RecurrenceRule['pattern'];

const dayWords =
  ({ frequency, bySetPos, byMonthDay }: Pattern, texts: RuleTexts) =>
  ({ nth, weekday }: RuleDay) => {
    if (nth !== null) return texts.nthWeekday(nth, weekday);
    const isAny = bySetPos.length + byMonthDay.length > 0 || frequency === 'DAILY' || frequency === 'WEEKLY';
    return isAny ? texts.weekday(weekday) : texts.everyWeekday(weekday);
  };

/** In the order of the week, those with a position after the others. */
const inOrder = (days: readonly RuleDay[]): readonly RuleDay[] =>
  days.toSorted(
    (one, other) =>
      (one.nth ?? 0) - (other.nth ?? 0) || weekdays.indexOf(one.weekday) - weekdays.indexOf(other.weekday),
  );

/** What a rule leaves open it has from the first date. */
const openDays = ({ frequency }: Pattern, first: LocalDate, texts: RuleTexts): string => {
  switch (frequency) {
    case 'DAILY':
      return '';
    case 'WEEKLY': {
      const weekday = weekdays[(new Date(first).getUTCDay() + 6) % 7] as RuleDay['weekday'];
      return texts.on([texts.weekday(weekday).on]);
    }
    case 'MONTHLY':
      return texts.on([texts.monthDay(Number(first.slice(-2)))]);
    case 'YEARLY':
      return texts.on([texts.yearDay(first)]);
  }
};

const daysText = (pattern: Pattern, first: LocalDate, texts: RuleTexts): string => {
  const { frequency, byDay, byMonthDay, bySetPos } = pattern;
  if (byDay.length + byMonthDay.length === 0) return openDays(pattern, first, texts);
  const monthDays = byMonthDay.map(texts.monthDay);
  const days = inOrder(byDay).map(dayWords(pattern, texts));
  const isWithoutMonth = frequency === 'DAILY' || frequency === 'YEARLY';
  const ofMonth = monthDays.length > 0 && isWithoutMonth ? texts.ofMonth : '';
  const ofYear = frequency === 'YEARLY' && byDay.some(({ nth }) => nth !== null) ? texts.ofYear : '';
  const text =
    monthDays.length > 0 && days.length > 0
      ? texts.onIf(
          monthDays,
          days.map(({ is }) => is),
          ofMonth,
        )
      : `${texts.on([...monthDays, ...days.map(({ on }) => on)])}${ofMonth}`;
  return `${bySetPos.length === 0 ? text : texts.onPositions(bySetPos, text)}${ofYear}`;
};

const endText = (end: RuleEnd, timeZone: string, texts: RuleTexts): string => {
  switch (end.kind) {
    case 'never':
      return '';
    case 'count':
      return texts.times(end.count);
    case 'local':
      return texts.until(end.date);
    case 'instant':
      return texts.until(localDateOf(end.at, timeZone));
  }
};

/**
 * An RRULE value in words, such as `Every week on Tuesday, 10 times`; null for what is none.
 * @param first a date of the rule, in the zone of its events
 */
export const ruleWords = (
  text: string,
  first: LocalDate,
  timeZone: string,
  language: Language,
): string | null => {
  const rule = parseRule(text);
  if (!rule) return null;
  const { pattern, end } = rule;
  const { rules } = textsOf(language);
  return `${rules.every(pattern.frequency, pattern.interval)}${daysText(pattern, first, rules)}${endText(end, timeZone, rules)}`;
};
