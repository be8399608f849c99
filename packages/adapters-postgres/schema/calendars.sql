-- The secret address of a person's calendar feed.
create table calendar_feed (
  user_id uuid primary key
    constraint calendar_feed_user_id_foreign references app_user on update cascade on delete cascade,
  token text not null constraint calendar_feed_token_unique unique
);
