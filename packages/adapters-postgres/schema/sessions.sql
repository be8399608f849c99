-- Signed-in devices. `exchange_keys` holds the keys of the latest exchanges, `generation:hash` each, the
-- newest first; a strict session exchanges its refresh token with a key alone.
create table session (
  id uuid primary key,
  user_id uuid not null constraint session_user_id_foreign references app_user on delete cascade,
  generation int not null constraint session_generation_check check (generation > 0),
  confirmed boolean not null,
  strict boolean not null,
  exchange_keys text[] not null default '{}',
  device text not null,
  created_at timestamptz(3) not null,
  refreshed_at timestamptz(3) not null,
  last_used_at timestamptz(3) not null,
  ended_at timestamptz(3)
);
create index session_user_id_index on session (user_id);
