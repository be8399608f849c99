import { type City, cities } from '../../dataset/cities.ts';
import type { Random } from '../../dataset/random.ts';

const densest = cities[0] as City;

/** A place in the centre of the densest city, rarely the same twice. */
export const placeInDensestCity = (random: Random): { readonly lat: number; readonly lng: number } => ({
  lat: Number((densest.lat + (random.next() - 0.5) * 0.02).toFixed(6)),
  lng: Number((densest.lng + (random.next() - 0.5) * 0.02).toFixed(6)),
});
