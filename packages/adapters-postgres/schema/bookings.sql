-- Bookings are made elsewhere and shown here.
create table booking (
  id uuid primary key,
  event_id uuid not null constraint booking_event_id_foreign references event on delete cascade,
  user_id uuid not null constraint booking_user_id_foreign references app_user on delete cascade,
  quantity int not null constraint booking_quantity_check check (quantity > 0),
  created_at timestamptz(3) not null,
  constraint booking_event_id_user_id_unique unique (event_id, user_id)
);
create index booking_user_id_index on booking (user_id);
