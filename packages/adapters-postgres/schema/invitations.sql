-- The domain's `invitationState`: the state with the clock applied.
create function invitation_state(state text, expires_at timestamptz, at timestamptz)
returns text language sql immutable parallel safe as $$
  select case when state = 'pending' and expires_at <= at then 'expired' else state end
$$;

-- Personal invitations: to a user, or to an e-mail address; then `accepted_by` is the user who accepted.
-- `former_token` is the token that the latest renewal replaced, so that the same statement can retire it.
create table invitation (
  id uuid primary key,
  event_id uuid not null constraint invitation_event_id_foreign references event on delete cascade,
  kind text not null,
  user_id uuid constraint invitation_user_id_foreign references app_user on delete cascade,
  email text,
  accepted_by uuid constraint invitation_accepted_by_foreign references app_user on delete cascade,
  token text not null constraint invitation_token_unique unique,
  former_token text,
  state text not null
    constraint invitation_state_check check (state in ('pending', 'accepted', 'declined', 'revoked')),
  delivery text not null
    constraint invitation_delivery_check check (delivery in ('none', 'queued', 'sent', 'refused')),
  sending int not null constraint invitation_sending_check check (sending > 0),
  sent_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  accepted_at timestamptz(3),
  constraint invitation_recipient_check check (
    kind = 'user' and user_id is not null and email is null and accepted_by is null
    or kind = 'email' and email is not null and user_id is null
  )
);
create index invitation_user_id_index on invitation (user_id);
create index invitation_accepted_by_index on invitation (accepted_by);
create index invitation_event_id_index on invitation (event_id, created_at, id);
create unique index invitation_event_id_user_id_unique on invitation (event_id, user_id) where kind = 'user';
create unique index invitation_event_id_email_unique on invitation (event_id, email) where kind = 'email';

-- The shared link of an event.
create table invite_link (
  event_id uuid primary key
    constraint invite_link_event_id_foreign references event on update cascade on delete cascade,
  token text not null constraint invite_link_token_unique unique
);

-- Users who joined through the shared link.
create table link_join (
  event_id uuid not null
    constraint link_join_event_id_foreign references event on update cascade on delete cascade,
  user_id uuid not null
    constraint link_join_user_id_foreign references app_user on update cascade on delete cascade,
  joined_at timestamptz(3) not null,
  primary key (event_id, user_id)
);
create index link_join_user_id_index on link_join (user_id);

-- Tokens that are no longer valid.
create table retired_token (
  token text primary key,
  event_id uuid not null constraint retired_token_event_id_foreign references event on delete cascade
);
create index retired_token_event_id_index on retired_token (event_id);

-- People whom a manager removed from an event, until they are invited personally.
create table removed_guest (
  event_id uuid not null
    constraint removed_guest_event_id_foreign references event on update cascade on delete cascade,
  user_id uuid not null
    constraint removed_guest_user_id_foreign references app_user on update cascade on delete cascade,
  removed_at timestamptz(3) not null,
  primary key (event_id, user_id)
);
create index removed_guest_user_id_index on removed_guest (user_id);

-- A removal locks the user, and so do statements that admit one. These may have waited for a removal that
-- their own snapshot does not show; a volatile function reads with a new one. The last argument is a count
-- over the locked rows, so that the planner cannot call the function before they are locked.
create function removed_guests(events uuid[], users uuid[], locked bigint) returns setof removed_guest
language plpgsql volatile as $$
begin
  return query
  select r.* from unnest(events, users) pair (event_id, user_id), lateral (
    select g.* from removed_guest g where g.event_id = pair.event_id and g.user_id = pair.user_id offset 0
  ) r;
end $$;
