import { Migration } from '@mikro-orm/migrations';

const listed = "where visibility = 'public' and status = 'scheduled'";

/** Events, the words they are found by, and what people say to them. */
export class Events extends Migration {
  override up(): void {
    this.addSql('create table category (slug text primary key, name text not null, emoji text not null)');

    this.addSql(`create table event (
      id uuid primary key,
      organizer_id uuid not null constraint event_organizer_id_foreign references app_user on delete restrict,
      title text not null,
      description text not null,
      cover_url text,
      start_at timestamptz(3) not null,
      end_at timestamptz(3) not null,
      address text not null,
      lat double precision not null constraint event_lat_check check (abs(lat) <= '90'::float8),
      lng double precision not null constraint event_lng_check check (abs(lng) <= '180'::float8),
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
      constraint event_span_check check (end_at > start_at)
    )`);
    this.addSql('create index event_organizer_id_index on event (organizer_id, start_at)');
    // Lists are answered from these alone: what they filter by is in the index, and counts live elsewhere.
    this.addSql(`create index event_start_index on event (start_at, id)
      include (end_at, category, lat, lng) ${listed}`);
    this.addSql(`create index event_span_index on event using gist (tstzrange(start_at, end_at)) ${listed}`);
    this.addSql(`create index event_category_start_index on event (category, start_at, id)
      include (end_at, lat, lng) ${listed}`);
    this.addSql(`create index event_place_index on event (lat, lng)
      include (start_at, end_at, category, id) ${listed}`);
    this.addSql(`create index event_words_index on event using gin (words) ${listed}`);

    // Half-empty pages, so that a new count finds room beside the old one and no index is touched.
    this.addSql(`create table event_stats (
      event_id uuid primary key
        constraint event_stats_event_id_foreign references event on update cascade on delete cascade,
      going int not null,
      interested int not null,
      constraint event_stats_check check (going >= 0 and interested >= 0)
    ) with (fillfactor = 50)`);

    this.pair('event_admin', '');
    this.pair(
      'rsvp',
      `, state text not null, prev_state text, answered_at timestamptz(3) not null,
      constraint rsvp_state_check
        check (state in ('going', 'interested') and prev_state in ('going', 'interested'))`,
      'user_id, state',
    );
    this.pair('saved', ', saved_at timestamptz(3) not null');

    this.addSql(`create table booking (
      id uuid primary key,
      event_id uuid not null constraint booking_event_id_foreign references event on delete cascade,
      user_id uuid not null constraint booking_user_id_foreign references app_user on delete cascade,
      quantity int not null constraint booking_quantity_check check (quantity > 0),
      created_at timestamptz(3) not null,
      constraint booking_event_id_user_id_unique unique (event_id, user_id)
    )`);
    this.addSql('create index booking_user_id_index on booking (user_id)');

    this.addSql('create table vocabulary (word text primary key, deletions text[] not null)');
    this.addSql('create index vocabulary_deletions_index on vocabulary using gin (deletions)');
  }

  /** A table of what one person is to one event. */
  private pair(name: string, columns: string, userIndex = 'user_id'): void {
    this.addSql(`create table ${name} (
      event_id uuid not null
        constraint ${name}_event_id_foreign references event on update cascade on delete cascade,
      user_id uuid not null
        constraint ${name}_user_id_foreign references app_user on update cascade on delete cascade,
      primary key (event_id, user_id)${columns}
    )`);
    this.addSql(`create index ${name}_user_id_index on ${name} (${userIndex})`);
  }
}
