import type { UserId } from '../../ids.ts';
import { limits } from '../../limits.ts';
import type { FieldFault } from '../../problem.ts';
import type { DomainSettings } from '../../settings.ts';
import { textFaults } from '../../text.ts';
import { after, day, hour } from '../../time.ts';
import { urlFaults } from '../../urls.ts';
import { attendanceFaults, noPlace, type OnlineAttendance } from '../attendance.ts';
import type { EventRecord, Location, Visibility } from '../event.ts';
import { isTimeZone, spelledZone } from '../event-time-zone.ts';
import { type QuestionDraft, questionsFaults } from '../question.ts';
import { deadlineFaults, type RsvpDeadline } from '../rsvp-deadline.ts';

/** An event as its organizer writes it. `price` is in the platform's currency with at most two decimals. */
export interface EventDraft extends RsvpDeadline, OnlineAttendance {
  readonly title: string;
  readonly description: string;
  readonly startAt: Date;
  readonly endAt: Date;
  readonly location: Location;
  /** An IANA name; null finds it from the location. */
  readonly timeZone: string | null;
  readonly category: string;
  readonly coverUrl: string | null;
  readonly price: number;
  readonly capacity: number | null;
  readonly maxPerBooking: number;
  readonly hasWaitlist: boolean;
  readonly visibility: Visibility;
  readonly template: string;
  readonly enabledModules: readonly string[];
  readonly questions: readonly QuestionDraft[];
}

export type DraftChanges = { readonly [Field in keyof EventDraft]?: EventDraft[Field] | undefined };

/** The optional fields of a draft. */
export const draftDefaults = {
  timeZone: null,
  coverUrl: null,
  price: 0,
  capacity: null,
  maxPerBooking: 10,
  hasWaitlist: true,
  rsvpUntil: null,
  attendance: 'offline',
  onlineUrl: null,
  visibility: 'public',
  template: 'standard',
  enabledModules: [],
  questions: [],
} as const satisfies Partial<EventDraft>;

/**
 * How long ago an event may begin when it is made or moved, and how long it may last, in milliseconds: late entries of
 * the day before are honest, and a season of three months is the longest that is one event.
 */
export const eventDatePolicy = { startsAgo: 24 * hour, lasts: 92 * day } as const;

const earliest = new Date('1900-01-01T00:00:00.000Z');
const latest = new Date('9999-12-31T00:00:00.000Z');

const instantFaults = (path: string, instant: Date): readonly FieldFault[] =>
  instant >= earliest && instant <= latest
    ? []
    : [{ path, message: `must be an instant from ${earliest.toISOString()} to ${latest.toISOString()}` }];

const rangeFaults = (path: string, value: number | null, from: number, to: number): readonly FieldFault[] =>
  value !== null && value >= from && value <= to
    ? []
    : [{ path, message: `must be a number from ${from} to ${to}` }];

/** What stands for a location that was not given, too. */
const isNowhere = ({ address, lat, lng }: Location): boolean =>
  address === '' && lat === null && lng === null;

/** An online event has no place, whatever was given. */
const locationFaults = ({
  attendance,
  location,
}: Pick<EventDraft, 'attendance' | 'location'>): readonly FieldFault[] => {
  if (attendance === 'online') return [];
  return isNowhere(location)
    ? [{ path: '/location', message: 'is needed unless attendance is online' }]
    : placeFaults(location);
};

const placeFaults = ({ address, lat, lng }: Location): readonly FieldFault[] => [
  ...textFaults('/location/address', address, { maxLength: limits.addressLength }),
  ...rangeFaults('/location/lat', lat, -90, 90),
  ...rangeFaults('/location/lng', lng, -180, 180),
];

const timeZoneFaults = (timeZone: string | null): readonly FieldFault[] =>
  timeZone === null || (timeZone.length <= limits.timeZoneLength && isTimeZone(timeZone))
    ? []
    : [{ path: '/timeZone', message: 'must be null or the IANA name of a time zone, such as Europe/Lisbon' }];

const minorUnits = (price: number): number => Math.round(price * 100);

/** Exact: a number prints as the shortest decimal that denotes it (ECMA-262, Number::toString). */
const hasTwoDecimals = (price: number): boolean => /^\d+(?:\.\d{1,2})?$/.test(String(price));

const priceFaults = (price: number): readonly FieldFault[] =>
  price >= 0 && price <= limits.price && hasTwoDecimals(price)
    ? []
    : [{ path: '/price', message: `must be a number from 0 to ${limits.price} with at most 2 decimals` }];

const capacityFaults = (capacity: number | null): readonly FieldFault[] =>
  capacity === null || (Number.isInteger(capacity) && capacity >= 1 && capacity <= limits.capacity)
    ? []
    : [{ path: '/capacity', message: `must be null or a whole number from 1 to ${limits.capacity}` }];

const maxPerBookingFaults = (quantity: number): readonly FieldFault[] =>
  Number.isInteger(quantity) && quantity >= 1 && quantity <= limits.maxPerBooking
    ? []
    : [{ path: '/maxPerBooking', message: `must be a whole number from 1 to ${limits.maxPerBooking}` }];

const slug = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Whether a text may be a slug at all. */
export const isSlug = (text: string): boolean => text.length <= limits.slugLength && slug.test(text);

export const slugFaults = (path: string, text: string): readonly FieldFault[] =>
  isSlug(text)
    ? []
    : [
        {
          path,
          message: `must be lower-case words joined by hyphens, at most ${limits.slugLength} characters`,
        },
      ];

const moduleName = /^[a-z][a-zA-Z0-9]*$/;
const modulesFaults = (names: readonly string[]): readonly FieldFault[] =>
  names.length <= limits.enabledModules &&
  new Set(names).size === names.length &&
  names.every((name) => name.length <= limits.moduleLength && moduleName.test(name))
    ? []
    : [
        {
          path: '/enabledModules',
          message: `must be at most ${limits.enabledModules} different names of at most ${limits.moduleLength} letters and digits that begin with a small letter`,
        },
      ];

/** The faults of a draft; an unknown category is found by the store, not here. */
export const draftFaults = (draft: EventDraft): readonly FieldFault[] => [
  ...textFaults('/title', draft.title, { maxLength: limits.titleLength }),
  ...textFaults('/description', draft.description, {
    maxLength: limits.descriptionLength,
    mayBeBlank: true,
    isMultiLine: true,
  }),
  ...instantFaults('/startAt', draft.startAt),
  ...instantFaults('/endAt', draft.endAt),
  ...(draft.endAt <= draft.startAt ? [{ path: '/endAt', message: 'must be after startAt' }] : []),
  ...locationFaults(draft),
  ...attendanceFaults(draft),
  ...timeZoneFaults(draft.timeZone),
  ...slugFaults('/category', draft.category),
  ...(draft.coverUrl === null ? [] : urlFaults('/coverUrl', draft.coverUrl)),
  ...priceFaults(draft.price),
  ...capacityFaults(draft.capacity),
  ...maxPerBookingFaults(draft.maxPerBooking),
  ...(draft.rsvpUntil === null ? [] : instantFaults('/rsvpUntil', draft.rsvpUntil)),
  ...deadlineFaults(draft),
  ...slugFaults('/template', draft.template),
  ...modulesFaults(draft.enabledModules),
  ...questionsFaults(draft.questions),
];

/**
 * The faults of dates that a person does not plan: lists would show such an event for years (ADR 0008). Only the
 * instants that differ from `stored` are judged, so that an event that breaks the bounds can be changed otherwise.
 * Accounts with an event quota of their own, and deployments without quotas, are free of the bounds.
 */
export const dateFaults = (
  { startAt, endAt }: Pick<EventDraft, 'startAt' | 'endAt'>,
  before: Pick<EventDraft, 'startAt' | 'endAt'> | null,
  organizer: UserId,
  { quotaScale, eventQuotas }: Pick<DomainSettings, 'quotaScale' | 'eventQuotas'>,
  now: Date,
): readonly FieldFault[] => {
  if (quotaScale === 0 || eventQuotas[organizer] !== undefined) return [];
  const { startsAgo, lasts } = eventDatePolicy;
  const isMoved = startAt.getTime() !== before?.startAt.getTime();
  const isChanged = isMoved || endAt.getTime() !== before?.endAt.getTime();
  return [
    ...(isMoved && startAt < after(now, -startsAgo)
      ? [{ path: '/startAt', message: `must be at most ${startsAgo / hour} hours ago` }]
      : []),
    ...(isChanged && endAt > after(startAt, lasts)
      ? [{ path: '/endAt', message: `must be at most ${lasts / day} days after startAt` }]
      : []),
  ];
};

/** The draft of a stored event, to which changes are applied. */
export const draftOf = (event: EventRecord): EventDraft => ({
  title: event.title,
  description: event.description,
  startAt: event.startAt,
  endAt: event.endAt,
  location: event.location,
  timeZone: event.isTimeZoneGiven ? event.timeZone : null,
  category: event.category,
  coverUrl: event.coverUrl,
  price: event.priceMinor / 100,
  capacity: event.capacity,
  maxPerBooking: event.maxPerBooking,
  hasWaitlist: event.hasWaitlist,
  rsvpUntil: event.rsvpUntil,
  attendance: event.attendance,
  onlineUrl: event.onlineUrl,
  visibility: event.visibility,
  template: event.template,
  enabledModules: event.enabledModules,
  questions: event.questions,
});

/** Finds the zone of a place; the port `TimeZones` does. */
interface ZoneSource {
  at(lat: number, lng: number): string;
}

/** The stored fields of a valid draft. */
export const recordFields = (
  timeZones: ZoneSource,
  { price, timeZone, questions: _, ...draft }: EventDraft,
) => ({
  ...draft,
  timeZone: timeZone === null ? zoneOf(timeZones, draft.location) : spelledZone(timeZone),
  isTimeZoneGiven: timeZone !== null,
  title: draft.title.trim(),
  description: draft.description.trim(),
  location:
    draft.attendance === 'online' ? noPlace : { ...draft.location, address: draft.location.address.trim() },
  // A secret that serves no more is not kept.
  onlineUrl: draft.attendance === 'offline' ? null : draft.onlineUrl,
  priceMinor: minorUnits(price),
});

/** A valid draft without a zone has a place. */
const zoneOf = (timeZones: ZoneSource, { lat, lng }: Location): string =>
  timeZones.at(lat as number, lng as number);
