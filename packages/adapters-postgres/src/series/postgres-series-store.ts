import { draftDefaults, type SeriesRecord, type SeriesStore, type SeriesView } from '@event-platform/domain';
import { type RawBuilder, sql } from 'kysely';
import { toColumns, toFields } from '../columns.ts';
import type { Database, Row } from '../database.ts';
import { statementName, visibleTo } from '../events/visible-to.ts';

const columns = sql`s.id, s.organizer_id, s.rule, s.first_date::text as first_date, s.time_of_day, s.duration, s.time_zone,
  s.draft, s.is_cancelled, s.made_through::text as made_through, s.extend_at, s.source_key, s.created_at`;

const { rsvpUntil: _, ...seriesDefaults } = draftDefaults;

/** A stored draft lacks the fields that are newer than it: they are as in a draft that leaves them out. */
const toSeries = (row: Row<'event_series'>): SeriesRecord => {
  const series = toFields(row);
  return { ...series, draft: { ...seriesDefaults, ...series.draft } };
};

const toJson = (series: SeriesRecord): string => JSON.stringify([toColumns(series)]);

export const postgresSeriesStore = (db: Database): SeriesStore => {
  const readAll = async (rest: RawBuilder<unknown>): Promise<readonly SeriesRecord[]> => {
    const { rows } = await sql<Row<'event_series'>>`select ${columns} from event_series s ${rest}`.execute(
      db,
    );
    return rows.map(toSeries);
  };
  const read = async (rest: RawBuilder<unknown>): Promise<SeriesRecord | null> =>
    (await readAll(rest))[0] ?? null;
  return {
    add: async (series) => {
      const { rows } = await sql`/* series-add */
        with organizer as materialized (
          -- The lock waits for a suspension or an erasure, which then counts.
          select u.id, u.suspended_at, u.erased_at from app_user u where u.id = ${series.organizerId} for key share
        )
        insert into event_series
        select entry.* from json_populate_recordset(null::event_series, ${toJson(series)}::json) entry
        where exists (select from organizer where suspended_at is null and erased_at is null)
        on conflict (source_key) do nothing returning id`.execute(db);
      return rows.length > 0;
    },
    ofSources: (keys) => readAll(sql`where s.source_key = any(${[...keys]}::text[])`),
    find: (id) => read(sql`where s.id = ${id}`),
    lock: (id) => read(sql`where s.id = ${id} for update`),
    lockDue: (at) =>
      read(sql`where s.extend_at <= ${at} and not exists (
          select from app_user u
          where u.id = s.organizer_id and (u.suspended_at is not null or u.erased_at is not null)
        )
        order by s.extend_at limit 1 for update skip locked`),
    save: async (series, except) => {
      await sql`/* series-save */
        update event_series s set rule = n.rule, first_date = n.first_date, time_of_day = n.time_of_day,
          duration = n.duration, time_zone = n.time_zone, draft = n.draft, is_cancelled = n.is_cancelled,
          made_through = n.made_through, extend_at = n.extend_at
        from json_populate_recordset(null::event_series, ${toJson(series)}::json) n
        where s.id = n.id and (s.rule, s.first_date, s.time_of_day, s.duration, s.time_zone, s.draft,
            s.is_cancelled, s.made_through, s.extend_at)
          is distinct from (n.rule, n.first_date, n.time_of_day, n.duration, n.time_zone, n.draft,
            n.is_cancelled, n.made_through, n.extend_at)`.execute(db);
      if (!except) return;
      await sql`/* series-except */
        with insertion as (
          insert into series_gap (series_id, date, is_excepted)
          select ${series.id}::uuid, date, true from unnest(${[...except]}::date[]) e (date)
          on conflict do nothing
        )
        delete from series_gap
        where series_id = ${series.id} and is_excepted and date <> all(${[...except]}::date[])`.execute(db);
    },
    view: async (id, caller, at, from, limit) => {
      const { rows } = await sql<SeriesView>`${statementName('series-view', caller)}
        select s.id, s.rule, s.is_cancelled as "isCancelled",
          json_build_object('id', o.id, 'name', o.name, 'avatar', o.avatar) as organizer,
          (select r.state from series_rsvp r where r.series_id = s.id and r.user_id = ${caller}) as "myRsvp",
          coalesce((
            select json_agg(
                json_build_object('id', id, 'startAt', start_at, 'isAllDay', is_all_day) order by start_at, id
              ) from (
              select e.id, e.start_at, e.is_all_day from event e
              where e.series_id = s.id and e.status = 'scheduled' and e.start_at >= ${from}
                and ${visibleTo(caller, at)}
              order by e.start_at, e.id limit ${limit}
            ) found
          ), '[]') as events
        from event_series s join app_user o on o.id = s.organizer_id
        where s.id = ${id} and (
          s.organizer_id = ${caller}
          or exists (select from event e where e.series_id = s.id and ${visibleTo(caller, at)})
        )`.execute(db);
      const [row] = rows;
      if (!row) return null;
      return { ...row, events: row.events.map((event) => ({ ...event, startAt: new Date(event.startAt) })) };
    },
  };
};
