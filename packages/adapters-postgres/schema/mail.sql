-- Mailboxes that want no mail, by their keyed hashes.
create table suppressed_mailbox (
  key text primary key,
  added_at timestamptz(3) not null
);

-- Keys of the service, encrypted under a secret that the database does not hold.
create table sealed_key (
  name text primary key,
  sealed text not null
);
