create table saved (
  event_id uuid not null
    constraint saved_event_id_foreign references event on update cascade on delete cascade,
  user_id uuid not null
    constraint saved_user_id_foreign references app_user on update cascade on delete cascade,
  saved_at timestamptz(3) not null,
  primary key (event_id, user_id)
);
-- The flags of a page: all rows of a person lie side by side.
create index saved_user_event_index on saved (user_id, event_id);
