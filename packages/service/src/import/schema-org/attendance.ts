import { type Attendance, isTimeZone, type OnlineAttendance } from '@event-platform/domain';
import { addressOf, isObject, type JsonObject, listOf, textOf } from '../values/json.ts';
import { typesOf } from './category.ts';
import { encodedUrl } from './encoded-url.ts';

export const isVirtual = (location: unknown): location is JsonObject =>
  isObject(location) && typesOf(location).includes('VirtualLocation');

const modes: readonly (readonly [RegExp, Attendance])[] = [
  [/\bOnlineEventAttendanceMode$/i, 'online'],
  [/\bMixedEventAttendanceMode$/i, 'mixed'],
  [/\bOfflineEventAttendanceMode$/i, 'offline'],
];

/** An https URL of the virtual location, else of the event itself, where its page says how to take part. */
const onlineUrlOf = (line: JsonObject, virtual: JsonObject | undefined): string | null => {
  const urls = [virtual?.url, virtual?.sameAs, virtual?.['@id'], line.url, line['@id']].map((url) =>
    textOf(listOf(url)[0]),
  );
  const url = urls.find((one) => one !== undefined && /^https:\/\//i.test(one));
  return url === undefined ? null : encodedUrl(url);
};

/**
 * How an event of schema.org is attended: by its `eventAttendanceMode`, else by its locations. One that is said to be online and
 * has no address for it is at its place.
 */
export const onlineAttendanceOf = (line: JsonObject): OnlineAttendance => {
  const locations = listOf(line.location);
  const virtual = locations.find(isVirtual);
  const hasPlace = locations.some((location) => !isVirtual(location));
  const mode = addressOf(line.eventAttendanceMode) ?? '';
  const explicitMode = modes.find(([pattern]) => pattern.test(mode))?.[1];
  const derivedMode = virtual ? (hasPlace ? 'mixed' : 'online') : 'offline';
  const declaredMode = explicitMode ?? derivedMode;
  const attendance = declaredMode === 'mixed' && !hasPlace ? 'online' : declaredMode;
  const onlineUrl = attendance === 'offline' ? null : onlineUrlOf(line, virtual);
  return onlineUrl === null ? { attendance: 'offline', onlineUrl } : { attendance, onlineUrl };
};

/** The zone that the line names: its own, or that of its schedule (https://schema.org/Schedule). */
export const zoneOf = (line: JsonObject): string | null => {
  const [schedule] = listOf(line.eventSchedule).filter(isObject);
  const zones = [line.timeZone, schedule?.scheduleTimezone].map(textOf);
  return zones.find((zone) => zone !== undefined && isTimeZone(zone)) ?? null;
};
