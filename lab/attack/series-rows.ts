import type { RealService } from './real-service.ts';

export interface SeriesRows {
  /** The events to come that follow their series. */
  readonly events: number;
  /** What is wrong with events of the series, and with how many. */
  readonly faults: readonly string[];
}

/**
 * Compares the events of a series with its row, but for those of today and tomorrow. It reads rules by itself,
 * and knows `FREQ=DAILY;INTERVAL=…` and weekdays of weeks.
 */
export const readSeriesRows = async ({ query }: RealService, series: string): Promise<SeriesRows> => {
  const [row] = await query<Record<string, number>>(
    `with s as (
      select *, coalesce(substring(rule from 'INTERVAL=(\\d+)')::int, 1) as every,
        string_to_array(substring(rule from 'BYDAY=([A-Z,]+)'), ',') as days
      from event_series where id = $1
    ),
    named as (
      select d::date as date from s, generate_series(s.first_date, (s.first_date + 800), interval '1 day') d
      where d::date >= current_date + 2 and case when s.days is null then (d::date - s.first_date) % s.every = 0
        else (array['MO','TU','WE','TH','FR','SA','SU'])[extract(isodow from d)] = any(s.days) end
    ),
    attached as (
      select e.*, s.time_of_day, s.duration, s.draft from event e join s on s.id = e.series_id
      where e.status = 'scheduled' and not e.is_detached and e.start_at >= current_date + 2
    )
    select (select count(*) from attached)::int as events,
      (select count(*) from attached where series_date not in (select date from named))::int as "not of the rule",
      (select count(*) from named n, s where n.date <= s.made_through and not exists (
        select from event e where e.series_id = s.id and e.series_date = n.date
      ) and not exists (select from series_gap g where g.series_id = s.id and g.date = n.date))::int as "not made",
      (select count(*) from (
        select from attached group by series_date having count(*) > 1
      ) twice)::int as "made twice",
      (select count(*) from attached
        where start_at <> (series_date + time_of_day * interval '1 millisecond') at time zone 'UTC'
          or end_at <> start_at + duration * interval '1 millisecond' or title <> draft ->> 'title')::int as "half written",
      (select count(*) from event e join event_stats c on c.event_id = e.id
        where e.series_id = $1 and (c.going, c.interested) <> (
          select count(*) filter (where state = 'going'), count(*) filter (where state = 'interested')
          from rsvp r where r.event_id = e.id
        ))::int as "counted wrongly",
      (select count(*) from event e join s on s.id = e.series_id
        where s.is_cancelled and e.status = 'scheduled' and e.start_at >= current_date + 2)::int as "not cancelled"`,
    [series],
  );
  const { events = 0, ...faults } = row ?? {};
  return {
    events,
    faults: Object.entries(faults).flatMap(([fault, count]) => (count > 0 ? [`${count} ${fault}`] : [])),
  };
};
