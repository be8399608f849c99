-- `prev_state` is what the latest change replaced, so that the change can be counted in the same statement,
-- and `responded_at` the time of the first RSVP.
create table rsvp (
  event_id uuid not null
    constraint rsvp_event_id_foreign references event on update cascade on delete cascade,
  user_id uuid not null
    constraint rsvp_user_id_foreign references app_user on update cascade on delete cascade,
  state text not null,
  prev_state text,
  responded_at timestamptz(3) not null,
  constraint rsvp_state_check
    check (state in ('going', 'interested') and prev_state in ('going', 'interested')),
  primary key (event_id, user_id)
);
-- The flags of a page: all rows of a person lie side by side.
create index rsvp_user_event_index on rsvp (user_id, event_id) include (state);

-- The counts of an event's RSVPs, in a row of their own: counted on the event's row, each RSVP would make
-- lists read the event again from the heap. Half-empty pages: a new count fits beside the old one and touches
-- no index.
create table event_stats (
  event_id uuid primary key
    constraint event_stats_event_id_foreign references event on update cascade on delete cascade,
  going int not null,
  interested int not null,
  constraint event_stats_check check (going >= 0 and interested >= 0)
) with (fillfactor = 50);
