-- How much of a quota is taken until `until`.
create table quota_use (
  key text primary key,
  taken int not null constraint quota_use_taken_check check (taken >= 0),
  until timestamptz(3) not null
);
create index quota_use_until_index on quota_use (until);

-- How much an account used of a quota in the span that ends at `until`; more than its limit once it was
-- refused. Half-empty pages: a new count fits beside the old one and touches no index.
create table account_quota (
  user_id uuid not null constraint account_quota_user_id_foreign references app_user on delete cascade,
  budget text not null,
  used int not null constraint account_quota_used_check check (used > 0),
  until timestamptz(3) not null,
  primary key (user_id, budget)
) with (fillfactor = 50);
create index account_quota_until_index on account_quota (until);

-- The counted calls of a sliding window; `allowed` tells whether the latest call was within the limit.
create table call_window (
  key text primary key,
  calls timestamptz[] not null,
  allowed boolean not null,
  until timestamptz(3) not null
);
create index call_window_until_index on call_window (until);
