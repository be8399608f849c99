import { cities } from '../../dataset/cities.ts';
import { randomFrom, weightedIndex, zipfWeights } from '../../dataset/random.ts';
import type { LoadRequest } from './http-load.ts';

/** The biggest categories, and all. */
const narrowings = ['', '&category=music', '&category=arts', '&category=food', '&category=sports'];
const count = 1_000;

/** 1,000 addresses of lists: each city with and without a category; those of larger cities first. */
export const addresses: readonly string[] = cities
  .flatMap(({ lat, lng }) =>
    narrowings.map(
      (narrowing) => `/v1/events?lat=${lat.toFixed(4)}&lng=${lng.toFixed(4)}&radius=50&limit=20${narrowing}`,
    ),
  )
  .slice(0, count);

/** Draws addresses by Zipf: the most popular one as often as the second twice. */
export const zipfAddresses = (headers: () => Record<string, string> = () => ({})): (() => LoadRequest) => {
  const random = randomFrom(31);
  const pick = weightedIndex(zipfWeights(addresses.length));
  return () => ({ path: addresses[pick(random)] as string, headers: headers() });
};
