import type { HomePlace } from '@event-platform/guest-pages';

/** Berlin, where most of the demo events are. */
export const demoPlace: HomePlace = { lat: 52.52, lng: 13.405, radiusKm: 50 };

/** `lat,lng,km`; null for anything else. */
export const readHomePlace = (text: string): HomePlace | null => {
  const parts = text.split(',').map((part) => part.trim());
  const [lat = NaN, lng = NaN, radiusKm = NaN] = parts.map((part) => (part === '' ? NaN : Number(part)));
  const isPlace = Math.abs(lat) <= 90 && Math.abs(lng) <= 180 && radiusKm > 0 && radiusKm <= 20_000;
  return parts.length === 3 && isPlace ? { lat, lng, radiusKm } : null;
};
