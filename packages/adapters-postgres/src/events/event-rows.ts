import type {
  Category,
  EventId,
  EventListItem,
  EventRecord,
  RsvpState,
  UserId,
  Visibility,
} from '@event-platform/domain';
import { type RawBuilder, sql } from 'kysely';

/** The columns that every query of an event `e` selects. */
export const eventColumns: RawBuilder<unknown> = sql`
  e.id, e.title, e.description, e.cover_url, e.start_at, e.end_at, e.address, e.lat, e.lng, e.time_zone, e.price_minor,
  e.capacity, e.visibility, e.status`;

export interface EventColumns {
  readonly id: EventId;
  readonly title: string;
  readonly description: string;
  readonly cover_url: string | null;
  readonly start_at: Date;
  readonly end_at: Date;
  readonly address: string;
  readonly lat: number;
  readonly lng: number;
  readonly time_zone: string | null;
  readonly price_minor: number;
  readonly capacity: number | null;
  readonly visibility: Visibility;
  readonly status: EventRecord['status'];
}

/** A row of the table, without its words. */
export interface EventRow extends EventColumns {
  readonly organizer_id: UserId;
  readonly category: string;
  readonly template: string;
  readonly enabled_modules: readonly string[];
  readonly sequence: number;
  readonly source_key: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export const toEventRecord = (row: EventRow): EventRecord => ({
  ...toShared(row),
  organizerId: row.organizer_id,
  category: row.category,
  template: row.template,
  enabledModules: row.enabled_modules,
  sequence: row.sequence,
  sourceKey: row.source_key,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

/** A record as a row in JSON, to be read by `json_populate_recordset`. */
export const toEventJson = (
  event: EventRecord,
  words: string,
): Record<keyof EventRow | 'is_live' | 'words', unknown> => ({
  id: event.id,
  organizer_id: event.organizerId,
  title: event.title,
  description: event.description,
  cover_url: event.coverUrl,
  start_at: event.startAt,
  end_at: event.endAt,
  address: event.location.address,
  lat: event.location.lat,
  lng: event.location.lng,
  time_zone: event.timeZone,
  category: event.category,
  price_minor: event.priceMinor,
  capacity: event.capacity,
  visibility: event.visibility,
  status: event.status,
  template: event.template,
  enabled_modules: event.enabledModules,
  sequence: event.sequence,
  source_key: event.sourceKey,
  created_at: event.createdAt,
  updated_at: event.updatedAt,
  is_live: event.endAt > event.updatedAt,
  words,
});

/** What a list shows of an event `e`, with its category `c`, its counts `s` and the caller's answer and save. */
export interface ListRow extends EventColumns {
  readonly slug: string;
  readonly name: string;
  readonly emoji: string;
  readonly rsvp_count: number;
  readonly my_rsvp: RsvpState;
  readonly is_saved: boolean;
}

export const listColumns = (caller: UserId | RawBuilder<unknown> | null): RawBuilder<unknown> => sql`
  ${eventColumns}, c.slug, c.name, c.emoji, s.going + s.interested as rsvp_count,
  ${
    caller === null
      ? sql`null as my_rsvp, false as is_saved`
      : sql`(select r.state from rsvp r where r.event_id = e.id and r.user_id = ${caller}) as my_rsvp,
    exists (select from saved v where v.event_id = e.id and v.user_id = ${caller}) as is_saved`
  }`;

export const listJoins: RawBuilder<unknown> = sql`
  join category c on c.slug = e.category join event_stats s on s.event_id = e.id`;

export const toListItem = (row: ListRow): EventListItem => {
  const category: Category = { slug: row.slug, name: row.name, emoji: row.emoji };
  return {
    ...toShared(row),
    category,
    rsvpCount: row.rsvp_count,
    myRsvp: row.my_rsvp,
    isSaved: row.is_saved,
  };
};

/** What every read model of an event holds. */
export const toShared = (row: EventColumns) => ({
  id: row.id,
  title: row.title,
  description: row.description,
  coverUrl: row.cover_url,
  startAt: row.start_at,
  endAt: row.end_at,
  location: { address: row.address, lat: row.lat, lng: row.lng },
  timeZone: row.time_zone,
  priceMinor: row.price_minor,
  capacity: row.capacity,
  visibility: row.visibility,
  status: row.status,
});
