-- The responses to requests with an idempotency key, each committed with what its request changed. The sweep
-- deletes rows in the order in which they were added.
create table stored_response (
  user_id uuid not null,
  request_hash text not null,
  content_hash text not null,
  response text not null,
  until timestamptz(3) not null,
  primary key (user_id, request_hash)
);
create index stored_response_until_index on stored_response (until);

-- What a form of a web page led to, until it can no longer be repeated; `key` is a keyed hash of the form.
create table form_receipt (
  key text primary key,
  outcome text not null,
  until timestamptz(3) not null
);
create index form_receipt_until_index on form_receipt (until);
