import { type RawBuilder, sql } from 'kysely';
import { withinArea } from '../geo/within-area.ts';
import { and, ended, endsAfter, isNotEnded, live } from '../list/conditions.ts';
import type { Shape } from '../shape.ts';
import type { GivenValue } from '../statement-values.ts';

const dateAndPlace = (shape: Shape, given: GivenValue): readonly RawBuilder<unknown>[] => [
  ...(shape.hasEnd ? [sql`e.start_at < ${given('startsBefore')}`] : []),
  ...(shape.hasCategory ? [sql`e.category = ${given('category')}`] : []),
  ...(shape.hasArea ? [withinArea(given)] : []),
];

/** The columns of a match, of the event `e`. @param id the SQL of its id */
type Columns = (id: RawBuilder<unknown>) => RawBuilder<unknown>;

const idAndTimes: Columns = (id) => sql`${id} as id, e.start_at, e.end_at`;
export const placesOf: Columns = () => sql`e.lat, e.lng`;

/** Events whose words one partition of `event_words` finds: rows so narrow that tens of thousands take milliseconds. */
const byWords = (
  partition: 'event_words_live' | 'event_words_ended',
  query: RawBuilder<unknown>,
  shape: Shape,
  given: GivenValue,
  columns: Columns = idAndTimes,
): RawBuilder<unknown> => sql`
  select ${columns(sql`e.event_id`)} from ${sql.table(partition)} e
  where ${and([
    sql`e.words @@ (select ${query} from query)`,
    sql`e.end_at > ${given('endsAfter')}`,
    ...dateAndPlace(shape, given),
  ])}`;

const hasWords = sql`e.words @@ (select words from query)`;

/**
 * Matches among the events flagged as ended. Hardly any of them ends later than now, and those are read by their ends;
 * later than an earlier instant many may end, which their words find.
 */
const endedMatches = (shape: Shape, given: GivenValue, columns: Columns): RawBuilder<unknown> =>
  shape.isDated
    ? byWords('event_words_ended', sql`words`, shape, given, columns)
    : sql`
      select ${columns(sql`e.id`)}
      from (select e.* from event e where ${and([ended, endsAfter(given('endsAfter'))])} offset 0) e
      where ${and([hasWords, ...dateAndPlace(shape, given)])}`;

/** All matches: `id`, `start_at` and `end_at` unless other columns are given. */
export const allMatches = (
  shape: Shape,
  given: GivenValue,
  columns: Columns = idAndTimes,
): RawBuilder<unknown> => sql`
  ${byWords('event_words_live', sql`words`, shape, given, columns)}
  union all ${endedMatches(shape, given, columns)}`;

/** The matches that start in the query's weeks, and the live ones that started before these weeks. */
export const upcomingMatches = (shape: Shape, given: GivenValue): RawBuilder<unknown> => sql`
  ${byWords('event_words_live', sql`in_weeks`, shape, given)}
  union all ${endedMatches(shape, given, idAndTimes)}
  union all select e.id, e.start_at, e.end_at from event e where ${and([
    live,
    sql`e.start_at > '-infinity' and e.start_at < ${given('weeksSince')}`,
    isNotEnded(given('endsAfter')),
    hasWords,
    ...dateAndPlace(shape, given),
  ])}`;
