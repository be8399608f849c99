import { limits } from '../limits.ts';
import type { FieldFault } from '../problem.ts';
import { textFaults } from '../text.ts';
import type { Location } from './attendance.ts';
import { isTimeZone } from './event-time-zone.ts';

type Faults = readonly FieldFault[];

/** The fault at a path, unless the value is right. */
export const unless = (isRight: boolean, path: string, message: string): Faults =>
  isRight ? [] : [{ path, message }];

/** Callers without types may send what reads as a boolean. */
export const booleanFaults = (value: boolean, path: string): Faults =>
  unless(typeof value === 'boolean', path, 'must be true or false');

const earliest = new Date('1900-01-01T00:00:00.000Z');
const latest = new Date('9999-12-31T00:00:00.000Z');

export const instantFaults = (instant: Date, path: string): Faults =>
  unless(
    instant >= earliest && instant <= latest,
    path,
    `must be an instant from ${earliest.toISOString()} to ${latest.toISOString()}`,
  );

export const degreesFaults = (value: number | null, path: string, most: number): Faults =>
  unless(
    Number.isFinite(value) && Math.abs(value as number) <= most,
    path,
    `must be a number from -${most} to ${most}`,
  );

export const placeFaults = ({ address, lat, lng }: Location, path: string): Faults => [
  ...textFaults(`${path}/address`, address, { maxLength: limits.addressLength }),
  ...degreesFaults(lat, `${path}/lat`, 90),
  ...degreesFaults(lng, `${path}/lng`, 180),
];

export const timeZoneFaults = (timeZone: string | null, path: string): Faults =>
  unless(
    timeZone === null || (timeZone.length <= limits.timeZoneLength && isTimeZone(timeZone)),
    path,
    'must be null or the IANA name of a time zone, such as Europe/Lisbon',
  );

/** Exact: a number prints as the shortest decimal that denotes it (ECMA-262, Number::toString). */
const hasTwoDecimals = (price: number): boolean => /^\d+(?:\.\d{1,2})?$/.test(String(price));

export const priceFaults = (price: number, path: string): Faults =>
  unless(
    Number.isFinite(price) && price >= 0 && price <= limits.price && hasTwoDecimals(price),
    path,
    `must be a number from 0 to ${limits.price} with at most 2 decimals`,
  );

const isCount = (value: number, most: number): boolean =>
  Number.isInteger(value) && value >= 1 && value <= most;

export const capacityFaults = (capacity: number | null, path: string): Faults =>
  unless(
    capacity === null || isCount(capacity, limits.capacity),
    path,
    `must be null or a whole number from 1 to ${limits.capacity}`,
  );

export const maxPerBookingFaults = (quantity: number, path: string): Faults =>
  unless(
    isCount(quantity, limits.maxPerBooking),
    path,
    `must be a whole number from 1 to ${limits.maxPerBooking}`,
  );

const slug = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Whether a text may be a slug at all. */
export const isSlug = (text: string): boolean => text.length <= limits.slugLength && slug.test(text);

export const slugFaults = (text: string, path: string): Faults =>
  unless(
    isSlug(text),
    path,
    `must be lower-case words joined by hyphens, at most ${limits.slugLength} characters`,
  );

const tag = new RegExp(`^[a-z0-9][a-z0-9-]{0,${limits.tagLength - 1}}$`);

/** Whether a text may be a tag at all. */
export const isTag = (text: string): boolean => typeof text === 'string' && tag.test(text);

/** One given twice counts once. */
export const tagsFaults = (tags: readonly string[], path: string): Faults =>
  unless(
    new Set(tags).size <= limits.tags && tags.every(isTag),
    path,
    `must be at most ${limits.tags} tags of at most ${limits.tagLength} letters a-z, digits and hyphens that begin with no hyphen`,
  );

const moduleName = /^[a-z][a-zA-Z0-9]*$/;

export const modulesFaults = (names: readonly string[], path: string): Faults =>
  unless(
    names.length <= limits.enabledModules &&
      new Set(names).size === names.length &&
      names.every((name) => name.length <= limits.moduleLength && moduleName.test(name)),
    path,
    `must be at most ${limits.enabledModules} different names of at most ${limits.moduleLength} letters and digits that begin with a small letter`,
  );
