-- The position of the writer's log (bytes) after a user's last write; written only where there are standbys.
-- No index but the key and half-empty pages: raising a position touches no other page.
create table own_write (
  user_id uuid primary key,
  position bigint not null,
  at timestamptz(3) not null
) with (fillfactor = 50);
