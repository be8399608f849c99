create table circle (
  id uuid primary key,
  owner_id uuid not null constraint circle_owner_id_foreign references app_user on delete cascade,
  name text not null,
  created_at timestamptz(3) not null
);
create index circle_owner_id_index on circle (owner_id);

create table circle_member (
  circle_id uuid not null
    constraint circle_member_circle_id_foreign references circle on update cascade on delete cascade,
  user_id uuid not null
    constraint circle_member_user_id_foreign references app_user on update cascade on delete cascade,
  primary key (circle_id, user_id)
);
create index circle_member_user_id_index on circle_member (user_id);
