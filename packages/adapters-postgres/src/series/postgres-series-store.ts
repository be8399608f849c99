import type { SeriesId, SeriesRecord, SeriesStore, SeriesView, UserId } from '@event-platform/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';
import { statementName, visibleTo } from '../events/visible-to.ts';

interface SeriesRow {
  readonly id: SeriesId;
  readonly organizer_id: UserId;
  readonly rule: string;
  readonly first_date: string;
  readonly time_of_day: number;
  readonly duration: number;
  readonly time_zone: string;
  readonly draft: SeriesRecord['draft'];
  readonly is_cancelled: boolean;
  readonly made_through: string | null;
  readonly extend_at: Date | null;
  readonly source_key: string | null;
  readonly created_at: Date;
}

const columns = sql`s.id, s.organizer_id, s.rule, s.first_date::text as first_date, s.time_of_day, s.duration, s.time_zone,
  s.draft, s.is_cancelled, s.made_through::text as made_through, s.extend_at, s.source_key, s.created_at`;

const toSeries = (row: SeriesRow): SeriesRecord => ({
  id: row.id,
  organizerId: row.organizer_id,
  rule: row.rule,
  firstDate: row.first_date,
  timeOfDay: row.time_of_day,
  duration: row.duration,
  timeZone: row.time_zone,
  draft: row.draft,
  isCancelled: row.is_cancelled,
  madeThrough: row.made_through,
  extendAt: row.extend_at,
  sourceKey: row.source_key,
  createdAt: row.created_at,
});

const toJson = (series: SeriesRecord): string =>
  JSON.stringify([
    {
      id: series.id,
      organizer_id: series.organizerId,
      rule: series.rule,
      first_date: series.firstDate,
      time_of_day: series.timeOfDay,
      duration: series.duration,
      time_zone: series.timeZone,
      draft: series.draft,
      is_cancelled: series.isCancelled,
      made_through: series.madeThrough,
      extend_at: series.extendAt,
      source_key: series.sourceKey,
      created_at: series.createdAt,
    },
  ]);

export const postgresSeriesStore = (db: Database): SeriesStore => {
  const readAll = async (rest: RawBuilder<unknown>): Promise<readonly SeriesRecord[]> => {
    const { rows } = await sql<SeriesRow>`select ${columns} from event_series s ${rest}`.execute(db);
    return rows.map(toSeries);
  };
  const read = async (rest: RawBuilder<unknown>): Promise<SeriesRecord | null> =>
    (await readAll(rest))[0] ?? null;
  return {
    add: async (series) => {
      const { rows } = await sql`/* series-add */
        with organizer as materialized (
          -- The lock waits for a suspension, which then counts.
          select u.id, u.suspended_at from app_user u where u.id = ${series.organizerId} for key share
        )
        insert into event_series
        select entry.* from json_populate_recordset(null::event_series, ${toJson(series)}::json) entry
        where exists (select from organizer where suspended_at is null)
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
            select json_agg(json_build_object('id', id, 'startAt', start_at) order by start_at, id) from (
              select e.id, e.start_at from event e
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
      return row
        ? { ...row, events: row.events.map(({ id, startAt }) => ({ id, startAt: new Date(startAt) })) }
        : null;
    },
  };
};
