import type { UserId } from '../../ids.ts';
import { areWholeDays, isMidnight } from '../../local-time/whole-days.ts';
import { changedMetadata, type MetadataChanges, storedMetadata } from '../../metadata.ts';
import type { FieldFault } from '../../problem.ts';
import type { DomainSettings } from '../../settings.ts';
import { after, day, hour } from '../../time.ts';
import { noPlace } from '../attendance.ts';
import type { EventRecord } from '../event.ts';
import { draftFaults, type EventDraft, pickFields, storedFields } from '../event-fields.ts';
import { spelledZone } from '../event-time-zone.ts';
import { unless } from '../field-checks.ts';

/** Fields that are undefined stay; metadata changes name by name, all others as a whole. */
export type DraftChanges = {
  readonly [Field in Exclude<keyof EventDraft, 'metadata'>]?: EventDraft[Field] | undefined;
} & { readonly metadata?: MetadataChanges | undefined };

/** The same as a caller says it, who may name a picture of their own. */
export type AskedChanges = DraftChanges & { readonly coverId?: string | null | undefined };

/** A price above 0 is known, and one that is not known is 0, unless the changes say both. */
const impliedPrice = ({ price, isPriceKnown }: DraftChanges): DraftChanges => {
  if (isPriceKnown === undefined) return price ? { isPriceKnown: true } : {};
  return isPriceKnown || price !== undefined ? {} : { price: 0 };
};

/** A draft with changes. */
export const changedDraft = <Draft extends Pick<EventDraft, 'metadata'>>(
  draft: Draft,
  changes: DraftChanges,
): Draft => ({
  ...draft,
  ...Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)),
  ...impliedPrice(changes),
  metadata: changedMetadata(draft.metadata, changes.metadata ?? {}),
});

/**
 * How long ago an event may begin when it is made or moved, and how long it may last, in milliseconds: late entries of
 * the day before are honest, and a season of three months is the longest that is one event.
 */
export const eventDatePolicy = { startsAgo: 24 * hour, lasts: 92 * day } as const;

const minorUnits = (price: number): number => Math.round(price * 100);

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
  ...pickFields(event, storedFields),
  timeZone: event.isTimeZoneGiven ? event.timeZone : null,
  price: event.priceMinor / 100,
  questions: event.questions,
});

/** Finds the zone of a place; the port `TimeZones` does. */
interface ZoneSource {
  at(lat: number, lng: number): string;
}

/** The faults of a draft with its zone, which days are of. */
export const storedDraftFaults = (timeZones: ZoneSource, draft: EventDraft): readonly FieldFault[] => {
  const faults = draftFaults(draft);
  if (faults.length > 0 || !draft.isAllDay) return faults;
  const zone = zoneOf(timeZones, draft);
  return (['startAt', 'endAt'] as const).flatMap((field) =>
    unless(isMidnight(draft[field], zone), `/${field}`, `must be a midnight in ${zone}: isAllDay is true`),
  );
};

/** The stored fields of a valid draft. */
export const recordFields = (
  timeZones: ZoneSource,
  { price, timeZone, questions: _, ...draft }: EventDraft,
) => ({
  ...draft,
  tags: [...new Set(draft.tags)],
  metadata: storedMetadata(draft.metadata),
  timeZone: zoneOf(timeZones, { ...draft, timeZone }),
  // An import has the days of a place, where a host may have chosen another zone.
  isAllDay: draft.isAllDay && areWholeDays(draft, zoneOf(timeZones, { ...draft, timeZone })),
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
const zoneOf = (
  timeZones: ZoneSource,
  { timeZone, location: { lat, lng } }: Pick<EventDraft, 'timeZone' | 'location'>,
): string => (timeZone === null ? timeZones.at(lat as number, lng as number) : spelledZone(timeZone));
