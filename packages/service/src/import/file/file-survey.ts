import { placesIn } from '../schema-org/place.ts';
import { addressOf, isObject } from '../values/json.ts';
import type { Coordinates, FileSurvey } from '../values/reading-context.ts';
import { type HashTable, hashOf, hashTable } from './file-keys.ts';
import type { Item } from './read-items.ts';

/** Places beyond are not remembered. */
const maxPlaces = 200_000;

/** Reads a file through, before its events are. */
export const surveyOf = async (items: AsyncIterable<Item>): Promise<FileSurvey> => {
  const [urls, shared]: readonly HashTable[] = [hashTable(), hashTable()];
  const places = new Map<string, Coordinates>();
  for await (const { value } of items) {
    if (!isObject(value)) continue;
    const url = addressOf(value.url);
    if (url && !urls?.add(hashOf(url))) shared?.add(hashOf(url));
    for (const { key, lat, lng } of placesIn(value.location))
      if (places.size < maxPlaces) places.set(key, { lat, lng });
  }
  return {
    isSharedUrl: (url) => shared?.has(hashOf(url)) ?? false,
    coordinatesOf: (key) => places.get(key),
  };
};
