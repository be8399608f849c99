import type { EventId, UserId } from '../ids.ts';
import type { Paged } from '../paging.ts';
import type { User } from '../users/user.ts';
import type { Category } from './category.ts';
import type { RsvpState } from './rsvp.ts';

export type Visibility = 'public' | 'private';
export type EventStatus = 'scheduled' | 'cancelled';

/** A place; `lat` and `lng` in degrees (WGS 84). */
export interface Location {
  readonly address: string;
  readonly lat: number;
  readonly lng: number;
}

/** A stored event. Instants are UTC with `endAt` after `startAt`. */
export interface EventRecord {
  readonly id: EventId;
  readonly organizerId: UserId;
  readonly title: string;
  readonly description: string;
  /** Null means the service's default picture. */
  readonly coverUrl: string | null;
  readonly startAt: Date;
  readonly endAt: Date;
  readonly location: Location;
  /** The IANA name that its organizer gave; null means the zone of its place. */
  readonly timeZone: string | null;
  /** The slug of its category. */
  readonly category: string;
  /** In hundredths of the platform's currency; 0 is free. */
  readonly priceMinor: number;
  /** Bounds bookings; null is unlimited. */
  readonly capacity: number | null;
  readonly visibility: Visibility;
  readonly status: EventStatus;
  /** The slug of the page template that apps show the event with. */
  readonly template: string;
  readonly enabledModules: readonly string[];
  /** Rises with each change (RFC 5545 section 3.8.7.4). */
  readonly sequence: number;
  /** Where an imported event came from; at most one event has a given key. */
  readonly sourceKey: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** When an event takes place. */
export interface EventTimes {
  readonly startAt: Date;
  readonly endAt: Date;
}

/** Other times for the event of a source key, as long as it has the former ones. */
export interface TimeCorrection {
  readonly sourceKey: string;
  readonly from: EventTimes;
  readonly to: EventTimes;
}

export type EventChanges = Partial<
  Omit<EventRecord, 'id' | 'organizerId' | 'status' | 'sequence' | 'sourceKey' | 'createdAt' | 'updatedAt'>
>;

/** The role of a caller who can see an event. */
export type Standing = 'organizer' | 'admin' | 'guest';

export interface EventAccess {
  readonly eventId: EventId;
  readonly organizerId: UserId;
  readonly standing: Standing;
  readonly visibility: Visibility;
  readonly status: EventStatus;
  readonly endAt: Date;
}

/** The key of the shared part of an {@link EventListItem}; a symbol, as it is nothing that a list shows. */
export const sharedPart: unique symbol = Symbol('sharedPart');

/** One item of a list; the last two fields are the caller's (null and false without a caller). */
export interface EventListItem
  extends Pick<
    EventRecord,
    | 'id'
    | 'title'
    | 'description'
    | 'coverUrl'
    | 'startAt'
    | 'endAt'
    | 'location'
    | 'timeZone'
    | 'priceMinor'
    | 'capacity'
    | 'visibility'
    | 'status'
  > {
  readonly category: Category;
  /** RSVPs that are `going` or `interested`. */
  readonly rsvpCount: number;
  readonly myRsvp: RsvpState;
  readonly isSaved: boolean;
  /**
   * Present where a store gives the same item to many callers: an object that stands for everything but `rsvpCount`, `myRsvp`
   * and `isSaved`. While it is the same object all of that is the same, so what is made of it can be kept.
   */
  readonly [sharedPart]?: object;
}

/** A page of a list, as of its read. */
export interface ListedEvents<Item = EventListItem> extends Paged<Item> {
  /**
   * Whether the same list, read by the same caller at that instant, would be the same, counts included: cheaper than the
   * read. The result takes into account all changes up to a version of `SnapshotVersions`, and maybe later ones. Absent
   * where only a read can tell.
   */
  readonly isCurrent?: (at: Date, version: string) => Promise<boolean>;
}

/** Which of a user's events: those they organize or administer, have an RSVP to, or saved. */
export type MyEventsRole = 'organizing' | 'going' | 'interested' | 'saved';

/** Gives the item a shared part that spreading and comparing it leave out; none when `part` is undefined. */
export const withSharedPart = <Item extends object>(item: Item, part: object | undefined): Item =>
  part === undefined ? item : Object.defineProperty(item, sharedPart, { value: part });

/** A user's booking; created by another system, read only here. */
export interface Booking {
  readonly id: string;
  readonly quantity: number;
  readonly createdAt: Date;
}

export interface EventDetail
  extends EventListItem,
    Pick<EventRecord, 'template' | 'enabledModules' | 'sequence' | 'updatedAt'> {
  readonly organizer: Pick<User, 'id' | 'name' | 'avatar'>;
  readonly bookedCount: number;
  readonly myBooking: Booking | null;
}

/** An event that search engines may list. */
export interface UpcomingEvent {
  readonly id: EventId;
  readonly updatedAt: Date;
}
