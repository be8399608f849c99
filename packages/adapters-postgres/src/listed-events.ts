import type { EventFilter } from '@event-platform/domain';
import { type RawBuilder, sql } from 'kysely';
import { toTitleQueries, toWordsQuery } from './text-search.ts';
import { withinArea } from './within-area.ts';

const and = (parts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> => sql.join([...parts], sql` and `);

/** What is in lists at all: written as the partial indexes are, so that they serve. */
const listed = sql`e.visibility = 'public' and e.status = 'scheduled'`;

/** All parts of the filter but the one about the event's end. */
const others = ({ area, category, startsBefore, text }: EventFilter): readonly RawBuilder<unknown>[] => [
  listed,
  ...(startsBefore ? [sql`e.start_at < ${startsBefore}`] : []),
  ...(category === null ? [] : [sql`e.category = ${category}`]),
  ...(area ? [withinArea(area)] : []),
  ...(text ? [text.length > 0 ? sql`e.words @@ ${toWordsQuery(text)}::tsquery` : sql`false`] : []),
];

/**
 * The events that pass, in two halves: those under way come from the index over spans, those to come from the index
 * over beginnings, so that neither walks through the past; `offset 0` keeps the planner from doing so for the sake of
 * an order.
 */
const halves = (filter: EventFilter): readonly RawBuilder<unknown>[] => {
  const conditions = and(others(filter));
  const at = sql`${filter.endsAfter}::timestamptz`;
  const underWay = sql`select e.id, e.start_at from event e
    where ${conditions} and tstzrange(e.start_at, e.end_at) @> ${at} offset 0`;
  return [
    sql`select id, start_at from (${underWay}) under_way`,
    sql`select e.id, e.start_at from event e where ${conditions} and e.start_at > ${at}`,
  ];
};

/** All events that pass: `id` and `start_at`. */
export const matching = (filter: EventFilter): RawBuilder<unknown> =>
  filter.text
    ? sql`select e.id, e.start_at from event e
        where ${and(others(filter))} and e.end_at > ${filter.endsAfter}`
    : sql.join([...halves(filter)], sql` union all `);

/** The events from `start` to `end` among those that pass, by time: `id` and `start_at`. */
export const soonest = (filter: EventFilter, start: number, end: number): RawBuilder<unknown> => {
  const each = halves(filter).map((half) => sql`(${half} order by start_at, id limit ${end})`);
  return sql`
    select id, start_at from (${sql.join(each, sql` union all `)}) found
    order by start_at, id offset ${start} limit ${end - start}`;
};

/** How many of the soonest matches are ranked; the others follow by time. */
const ranked = 1_000;

/** The matches from `start` to `end` by relevance, then time: `id`, `start_at` and `rank`. */
export const mostRelevant = (filter: EventFilter, start: number, end: number): RawBuilder<unknown> => {
  if (!filter.text || filter.text.length === 0)
    return sql`select id, start_at, 0 as rank from (${soonest(filter, start, end)}) found`;
  const { all, some } = toTitleQueries(filter.text);
  const rest =
    end > ranked
      ? sql`union all select id, start_at, -1 from (select * from matching order by start_at, id offset ${ranked}) rest`
      : sql``;
  return sql`
    select id, start_at, rank from (
      select e.id, e.start_at,
        case when e.words @@ ${all}::tsquery then 2 when e.words @@ ${some}::tsquery then 1 else 0 end as rank
      from (select id from matching order by start_at, id limit ${ranked}) near join event e using (id)
      ${rest}
    ) found
    order by rank desc, start_at, id offset ${start} limit ${end - start}`;
};
