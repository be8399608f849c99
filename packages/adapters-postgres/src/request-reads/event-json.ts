import type { EventDetail, EventId, EventStatus, RsvpState, UserId } from '@event-platform/domain';
import { type RawBuilder, sql } from 'kysely';

type BookingJson = readonly [userId: UserId, id: string, quantity: number, createdAt: string];

/** A public event as {@link publicEventJson} gives it; instants are ISO 8601. */
export type PublicEventJson = readonly [
  /** The number of the request, from 1. */
  nr: number,
  title: string,
  description: string,
  coverUrl: string | null,
  startAt: string,
  endAt: string,
  address: string,
  lat: number,
  lng: number,
  timeZone: string | null,
  priceMinor: number,
  capacity: number | null,
  status: EventStatus,
  slug: string,
  name: string,
  emoji: string,
  rsvpCount: number,
  myRsvp: RsvpState,
  isSaved: boolean,
  template: string,
  enabledModules: readonly string[],
  sequence: number,
  updatedAt: string,
  organizerId: UserId,
  organizerName: string,
  organizerAvatar: string | null,
  bookings: readonly BookingJson[] | null,
];

/** Selects one event for a row of `asked` (`id`, `caller`, `nr`), none if it is not public. */
export const publicEventJson: RawBuilder<unknown> = sql`
  select json_build_array(asked.nr, e.title, e.description, e.cover_url, e.start_at, e.end_at, e.address, e.lat, e.lng,
    e.time_zone, e.price_minor, e.capacity, e.status, c.slug, c.name, c.emoji, s.going + s.interested,
    (select r.state from rsvp r where r.user_id = asked.caller and r.event_id = e.id),
    exists (select from saved v where v.user_id = asked.caller and v.event_id = e.id),
    e.template, e.enabled_modules, e.sequence, e.updated_at, o.id, o.name, o.avatar,
    (
      select json_agg(json_build_array(b.user_id, b.id, b.quantity, b.created_at)) from booking b
      where b.event_id = e.id
    )) as event
  from event e
    join category c on c.slug = e.category
    join event_stats s on s.event_id = e.id
    join app_user o on o.id = e.organizer_id
  where e.id = asked.id and e.visibility = 'public'
  limit 1`;

export const toDetail = (
  [
    ,
    title,
    description,
    coverUrl,
    startAt,
    endAt,
    address,
    lat,
    lng,
    timeZone,
    priceMinor,
    capacity,
    status,
    slug,
    name,
    emoji,
    rsvpCount,
    myRsvp,
    isSaved,
    template,
    enabledModules,
    sequence,
    updatedAt,
    organizerId,
    organizerName,
    organizerAvatar,
    bookings,
  ]: PublicEventJson,
  id: EventId,
  caller: UserId | null,
): EventDetail => {
  const own = bookings?.find(([userId]) => userId === caller);
  return {
    id,
    title,
    description,
    coverUrl,
    startAt: new Date(startAt),
    endAt: new Date(endAt),
    location: { address, lat, lng },
    timeZone,
    priceMinor,
    capacity,
    visibility: 'public',
    status,
    category: { slug, name, emoji },
    rsvpCount,
    myRsvp,
    isSaved,
    template,
    enabledModules,
    sequence,
    updatedAt: new Date(updatedAt),
    organizer: { id: organizerId, name: organizerName, avatar: organizerAvatar },
    bookedCount: bookings?.reduce((sum, [, , quantity]) => sum + quantity, 0) ?? 0,
    myBooking: own ? { id: own[1], quantity: own[2], createdAt: new Date(own[3]) } : null,
  };
};
