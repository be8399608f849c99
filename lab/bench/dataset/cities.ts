import { distanceKm } from '@event-platform/domain';
import { type Random, randomFrom, weightedIndex, zipfWeights } from './random.ts';
import { inventedWord } from './words.ts';

/** A place where people live and events take place. */
export interface City {
  readonly name: string;
  readonly lat: number;
  readonly lng: number;
}

const count = 200;
const seed = 41;
/** The minimum distance of two cities: a circle of 50 km around one contains little of another. */
const minDistanceKm = 150;
const [south, north] = [-40, 60];

const makeCities = (): readonly City[] => {
  const random = randomFrom(seed);
  const cities: City[] = [];
  while (cities.length < count) {
    const at = { lat: south + random.next() * (north - south), lng: random.next() * 360 - 180 };
    const name = inventedWord(random, 3).replace(/^./, (letter) => letter.toUpperCase());
    if (cities.every((city) => distanceKm(city, at) >= minDistanceKm && city.name !== name))
      cities.push({ name, ...at });
  }
  return cities;
};

/** The largest first. */
export const cities: readonly City[] = makeCities();

/** Draws the number of a city; larger cities are drawn more often. */
export const pickCity = weightedIndex(zipfWeights(count));

const kmPerDegree = 111.195;
const townKm = 8;
const regionKm = 60;
const regionShare = 0.1;

/** A place in the city or, less often, in the region around it. */
export const placeIn = (city: City, random: Random): { readonly lat: number; readonly lng: number } => {
  const spread = (random.next() < regionShare ? regionKm : townKm) / kmPerDegree;
  const lat = city.lat + random.normal() * spread;
  const lng = city.lng + (random.normal() * spread) / Math.cos((city.lat * Math.PI) / 180);
  const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6;
  return { lat: round(lat), lng: round(lng > 180 ? lng - 360 : lng < -180 ? lng + 360 : lng) };
};
