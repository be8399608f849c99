-- The sign-in record of a phone, which is the number or, once its account is erased, a keyed hash of it.
create table sign_in (
  phone text primary key,
  version int not null,
  record jsonb not null,
  updated_at timestamptz(3) not null default now()
);
create index sign_in_updated_at_index on sign_in (updated_at);

-- When a sign-in last came from a network, exact to a day: a share of the day's SMS is for these networks.
create table sign_in_network (
  network text primary key,
  signed_in_at timestamptz(3) not null
);
create index sign_in_network_signed_in_at_index on sign_in_network (signed_in_at);
