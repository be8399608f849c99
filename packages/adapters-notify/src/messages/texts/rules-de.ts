import { dateFormats } from './date-formats.ts';
import type { RuleTexts } from './rules-en.ts';

const { weekdayName, dayAndMonth, dayText, and, or } = dateFormats('de-DE');
const units = {
  DAILY: ['Jeden Tag', 'Tage'],
  WEEKLY: ['Jede Woche', 'Wochen'],
  MONTHLY: ['Jeden Monat', 'Monate'],
  YEARLY: ['Jedes Jahr', 'Jahre'],
} as const;
const firsts = ['', 'erste', 'zweite', 'dritte', 'vierte', 'fünfte'];
const lasts = ['', 'letzte', 'vorletzte', 'drittletzte', 'viertletzte', 'fünftletzte'];

/** Numbers from 6 on do not bend. */
const positionWords = (position: number, ending: string): string => {
  const word = position > 0 ? firsts[position] : lasts[-position];
  if (word) return `${word}${ending}`;
  return position > 0 ? `${position}.` : `${-position}.-letzte${ending}`;
};

export const germanRules: RuleTexts = {
  every: (frequency, interval) => {
    const [one, several] = units[frequency];
    return interval === 1 ? one : `Alle ${interval} ${several}`;
  },
  on: (days) => ` ${and(days)}`,
  onIf: (days, otherDays, rest) => ` ${and(days)}${rest}, wenn es ${or(otherDays)} ist`,
  onPositions: (positions, days) =>
    ` ${and(positions.map((position) => `am ${positionWords(position, 'n')}`))} dieser Tage:${days}`,
  weekday: (weekday) => ({ on: `am ${weekdayName(weekday)}`, is: `ein ${weekdayName(weekday)}` }),
  everyWeekday: (weekday) => ({
    on: `an jedem ${weekdayName(weekday)}`,
    is: `ein ${weekdayName(weekday)}`,
  }),
  nthWeekday: (position, weekday) => ({
    on: `am ${positionWords(position, 'n')} ${weekdayName(weekday)}`,
    is: `der ${positionWords(position, '')} ${weekdayName(weekday)}`,
  }),
  monthDay: (position) => (position > 0 ? `am ${position}.` : `am ${positionWords(position, 'n')} Tag`),
  yearDay: (date) => `am ${dayAndMonth(date)}`,
  ofMonth: ' eines Monats',
  ofYear: ' des Jahres',
  times: (count) => (count === 1 ? ', einmal' : `, ${count} Mal`),
  until: (date) => `, bis ${dayText(date)}`,
};
