import type { HomePlace } from '@event-platform/guest-pages';

/** Where most of the demo events are. */
export const demoPlace: HomePlace = { lat: 52.52, lng: 13.405, radiusKm: 50, name: 'Berlin' };

/** `lat,lng,km` or `lat,lng,km,name`; null for anything else. */
export const readHomePlace = (text: string): HomePlace | null => {
  const [name, ...numbers] = [text.split(',').slice(3).join(',').trim(), ...text.split(',').slice(0, 3)];
  const [lat = NaN, lng = NaN, radiusKm = NaN] = numbers.map((part) =>
    part.trim() === '' ? NaN : Number(part),
  );
  const isPlace = Math.abs(lat) <= 90 && Math.abs(lng) <= 180 && radiusKm > 0 && radiusKm <= 20_000;
  return isPlace ? { lat, lng, radiusKm, ...(name ? { name } : {}) } : null;
};
