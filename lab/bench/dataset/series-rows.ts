import { toLine } from './copy-rows.ts';
import { type IdSeries, idOf } from './dataset-ids.ts';

export const seriesColumns = [
  ...['id', 'organizer_id', 'rule', 'first_date', 'time_of_day', 'duration', 'time_zone', 'draft'],
  ...['is_cancelled', 'created_at'],
] as const;

const eventsEach = 200;
/** Not of the rows before: series have numbers of their own. */
const seriesIds: IdSeries = { from: Date.UTC(2025, 0, 1), step: 60_000, tail: '7000-8000-000000000003' };
const dayMs = 86_400_000;

/** Half of the events, hidden and listed ones alike. */
export const isOccurrence = (event: number): boolean => event % 4 >= 2;

/** The series of an event, and a day of it that no other event has. */
export const seriesOf = (event: number): readonly [id: string, date: string] => [
  idOf(seriesIds, Math.floor(event / eventsEach)),
  new Date(Date.UTC(2000, 0, 1) + (event % eventsEach) * dayMs).toISOString().slice(0, 10),
];

/** The series of so many events. Nothing is made for them: they have no next date. */
export function* seriesLines(events: number, userIds: IdSeries): Generator<string> {
  for (let number = 0; number * eventsEach < events; number += 1) {
    const days = ['2000-01-01', 0, 7_200_000, 'Etc/GMT', '{}', 'f', '2025-01-01T00:00:00Z'] as const;
    yield toLine([idOf(seriesIds, number), idOf(userIds, number), 'FREQ=DAILY', ...days]);
  }
}
