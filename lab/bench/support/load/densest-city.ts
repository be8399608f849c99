import { type City, cities } from '../../dataset/cities.ts';
import { type Random, randomFrom, weightedIndex, zipfWeights } from '../../dataset/random.ts';

const densest = cities[0] as City;

/** A place in degrees. */
interface Place {
  readonly lat: number;
  readonly lng: number;
}

const placeWithin =
  (width: number) =>
  (random: Random): Place => ({
    lat: Number((densest.lat + (random.next() - 0.5) * width).toFixed(6)),
    lng: Number((densest.lng + (random.next() - 0.5) * width).toFixed(6)),
  });

/** A place in the centre of the densest city, rarely the same twice. */
export const placeInDensestCity = placeWithin(0.02);

/** A place up to 28 km to each side of the centre, rarely the same twice. */
export const placeInWholeCity = placeWithin(0.5);

/** 5,000 places in the whole city, which are drawn by Zipf. */
export const repeatedPlace = (): ((random: Random) => Place) => {
  const all = randomFrom(7);
  const places = Array.from({ length: 5_000 }, () => placeInWholeCity(all));
  const pick = weightedIndex(zipfWeights(places.length));
  return (random) => places[pick(random)] as Place;
};
