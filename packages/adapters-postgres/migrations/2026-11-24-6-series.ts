import { Migration } from '@mikro-orm/migrations';

/** Series of events: their rules, the answers to them, and the days whose events were deleted by hand. */
export class Series extends Migration {
  override up(): void {
    this.addSql(`
      -- A rule, and what the events are like that it makes: \`draft\` is all of an event but its dates.
      create table event_series (
        id uuid primary key,
        organizer_id uuid not null
          constraint event_series_organizer_id_foreign references app_user on delete restrict,
        rule text not null,
        first_date date not null,
        time_of_day int not null,
        duration float8 not null constraint event_series_duration_check check (duration > '0'::float8),
        time_zone text not null,
        draft jsonb not null,
        is_cancelled boolean not null,
        made_through date,
        extend_at timestamptz(3),
        source_key text constraint event_series_source_key_unique unique,
        created_at timestamptz(3) not null
      );
      create index event_series_organizer_id_index on event_series (organizer_id, id);
      create index event_series_extend_at_index on event_series (extend_at) where extend_at is not null;

      -- \`series_date\` is the day of the rule that the event is for; null once the rule has it no longer.
      alter table event
        add series_id uuid,
        add series_date date,
        add is_detached boolean not null default false,
        add constraint event_series_id_foreign
          foreign key (series_id) references event_series on delete restrict not valid;

      -- Days whose events were deleted by hand: they are not made again.
      create table series_gap (
        series_id uuid not null
          constraint series_gap_series_id_foreign references event_series on delete cascade,
        date date not null,
        primary key (series_id, date)
      );

      -- Answers to a series, which events that are made later get too.
      create table series_rsvp (
        series_id uuid not null
          constraint series_rsvp_series_id_foreign references event_series on update cascade on delete cascade,
        user_id uuid not null
          constraint series_rsvp_user_id_foreign references app_user on update cascade on delete cascade,
        state text not null constraint series_rsvp_state_check check (state in ('going', 'interested')),
        responded_at timestamptz(3) not null,
        primary key (series_id, user_id)
      );
      create index series_rsvp_user_id_index on series_rsvp (user_id, series_id);
    `);
  }
}
