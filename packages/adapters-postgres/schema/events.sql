-- The place on the Z-order curve over squares of 180/8192 degrees: the bits of its row and its column
-- interleaved. `cell-covering.ts` numbers cells alike.
create function listing_cell(lat float8, lng float8) returns int
language plpgsql immutable strict parallel safe as $$
declare
  y int := least(floor((lat + 90) * 8192 / 180), 8191);
  x int := least(floor((lng + 180) * 8192 / 180), 16383);
  cell int := 0;
begin
  for bit in 0..13 loop
    cell := cell | (((x >> bit) & 1) << (2 * bit)) | (((y >> bit) & 1) << (2 * bit + 1));
  end loop;
  return cell;
end $$;

-- A span of time between two longitudes: seconds since 1970 and thousandths of a degree, whole ones, since
-- PostgreSQL rejects boxes whose area is too small for a double.
create function time_longitude_box(since timestamptz, until timestamptz, west float8, east float8) returns box
language sql immutable strict parallel safe as $$
  select box(
    point(extract(epoch from since at time zone 'UTC')::float8, round(west * 1000)),
    point(extract(epoch from until at time zone 'UTC')::float8, round(east * 1000))
  )
$$;

-- Whether a place lies in a circle, its boundary included: the domain's `distanceKm` step by step. The circle holds its
-- latitude, longitude and radius in kilometres, then the box around it (`circle-box.ts`), which spares most places the
-- distance. PostgreSQL raises an underflow error when a product is too small for a double: hence the smallest angle.
create function in_circle(lat float8, lng float8, circle float8[]) returns boolean
language sql immutable parallel safe as $$
  select lat between circle[4] and circle[5]
    and (lng between circle[6] and circle[7] or lng between circle[8] and circle[9])
    and 2 * 6371.0088::float8 * asin(least(1, sqrt(
      sin(greatest(abs(lat - circle[1]), 1e-100::float8) * pi() / 180 / 2)
        * sin(greatest(abs(lat - circle[1]), 1e-100::float8) * pi() / 180 / 2)
      + cos(greatest(abs(circle[1]), 1e-100::float8) * pi() / 180)
        * cos(greatest(abs(lat), 1e-100::float8) * pi() / 180)
        * sin(greatest(abs(lng - circle[2]), 1e-100::float8) * pi() / 180 / 2)
        * sin(greatest(abs(lng - circle[2]), 1e-100::float8) * pi() / 180 / 2)
    ))) <= circle[3]
$$;

-- `time_zone` is that of the place unless the organizer gave one. `words` holds the words of the title with weight A, all
-- others with weight D. `is_live` is cleared some time after the event has ended.
create table event (
  id uuid primary key,
  organizer_id uuid not null constraint event_organizer_id_foreign references app_user on delete restrict,
  title text not null,
  description text not null,
  cover_url text,
  start_at timestamptz(3) not null,
  end_at timestamptz(3) not null,
  address text not null,
  lat float8 not null constraint event_lat_check check (abs(lat) <= '90'::float8),
  lng float8 not null constraint event_lng_check check (abs(lng) <= '180'::float8),
  time_zone text not null,
  is_time_zone_given boolean not null,
  category text not null
    constraint event_category_foreign references category on update cascade on delete restrict,
  price_minor int not null constraint event_price_check check (price_minor >= 0),
  capacity int constraint event_capacity_check check (capacity > 0),
  visibility text not null constraint event_visibility_check check (visibility in ('public', 'private')),
  status text not null constraint event_status_check check (status in ('scheduled', 'cancelled')),
  template text not null,
  enabled_modules text[] not null,
  sequence int not null constraint event_sequence_check check (sequence >= 0),
  source_key text constraint event_source_key_unique unique,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  words tsvector not null,
  is_live boolean not null default true,
  cell int not null generated always as (listing_cell(lat, lng)) stored,
  constraint event_span_check check (end_at > start_at)
);
create index event_organizer_id_index on event (organizer_id, start_at);

-- Lists read these indexes alone: they hold what lists filter by, and counts have a table of their own.
create index event_start_index on event (start_at, id) include (end_at, category, lat, lng)
  where visibility = 'public' and status = 'scheduled';
create index event_category_start_index on event (category, start_at, id) include (end_at, lat, lng)
  where visibility = 'public' and status = 'scheduled';
create index event_day_cell_index on event (((start_at at time zone 'UTC')::date), cell, start_at, id)
  include (end_at, category, lat, lng)
  where visibility = 'public' and status = 'scheduled';

create index event_live_start_index on event (start_at, id) include (end_at, category, cell, lat, lng)
  where visibility = 'public' and status = 'scheduled' and is_live;
create index event_live_category_start_index on event (category, start_at, id)
  include (end_at, cell, lat, lng)
  where visibility = 'public' and status = 'scheduled' and is_live;
create index event_live_cell_start_index on event (cell, start_at, id) include (end_at, category, lat, lng)
  where visibility = 'public' and status = 'scheduled' and is_live;
create index event_live_end_index on event (end_at) include (id, start_at, category, cell, lat, lng)
  where visibility = 'public' and status = 'scheduled' and is_live;

create index event_ended_cell_start_index on event (cell, start_at, id) include (end_at, category, lat, lng)
  where visibility = 'public' and status = 'scheduled' and not is_live;
create index event_ended_end_index on event (end_at) include (id, start_at, category, cell, lat, lng)
  where visibility = 'public' and status = 'scheduled' and not is_live;

-- The few events that run past midnight, for what is ongoing at an instant.
create index event_ongoing_for_days_index on event using gist (time_longitude_box(start_at, end_at, lng, lng))
  include (id, start_at, end_at, category, lat, lng)
  where visibility = 'public' and status = 'scheduled'
    and (start_at at time zone 'UTC')::date < (end_at at time zone 'UTC')::date;

-- For the sitemap.
create index event_live_id_index on event (id) include (end_at)
  where visibility = 'public' and status = 'scheduled' and is_live;

create table event_admin (
  event_id uuid not null
    constraint event_admin_event_id_foreign references event on update cascade on delete cascade,
  user_id uuid not null
    constraint event_admin_user_id_foreign references app_user on update cascade on delete cascade,
  primary key (event_id, user_id)
);
create index event_admin_user_id_index on event_admin (user_id);
