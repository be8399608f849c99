-- An erased account stays as a row without a person, so that its events keep an organizer.
create table app_user (
  id uuid primary key,
  phone text constraint app_user_phone_unique unique,
  name text not null,
  username text,
  avatar text,
  bio text not null,
  role text not null constraint app_user_role_check check (role in ('user', 'admin')),
  city text not null,
  peaces_balance int not null,
  created_at timestamptz(3) not null,
  erased_at timestamptz(3),
  constraint app_user_erased_check
    check ((erased_at is null) = (phone is not null) and (erased_at is null) = (username is not null))
);
create unique index app_user_username_unique on app_user (lower(username));

-- The people whose invitations a user does not want.
create table blocked_user (
  user_id uuid not null
    constraint blocked_user_user_id_foreign references app_user on update cascade on delete cascade,
  blocked_id uuid not null
    constraint blocked_user_blocked_id_foreign references app_user on update cascade on delete cascade,
  primary key (user_id, blocked_id)
);
create index blocked_user_blocked_id_index on blocked_user (blocked_id);
