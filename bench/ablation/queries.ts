import type { EventFilter, TextQuery } from '@event-platform/domain';
import type { DiscoveryQuery } from '../../packages/adapters-postgres/src/discovery/find-page.ts';
import { type City, cities } from '../dataset/cities.ts';
import type { Random } from '../dataset/random.ts';
import { vocabulary } from '../dataset/words.ts';

const dayMs = 86_400_000;
const pageSize = 20;

/** Makes the next query of a case. */
export type MakeQuery = (random: Random) => DiscoveryQuery;

export const query = (filter: Partial<EventFilter>, page = 1): DiscoveryQuery => ({
  filter: {
    area: null,
    category: null,
    endsAfter: new Date(),
    isDated: false,
    startsBefore: null,
    recentSince: new Date((filter.endsAfter?.getTime() ?? Date.now()) - dayMs),
    text: null,
    ...filter,
  },
  order: 'time',
  page: { page, limit: pageSize },
});

/** A circle around a place near the centre of the city of this rank, the largest being 0. */
export const near = (random: Random, rank: number, radiusKm: number) => {
  const { lat, lng } = cities[rank] as City;
  const offset = () => (random.next() - 0.5) * 0.02;
  return { lat: lat + offset(), lng: lng + offset(), radiusKm };
};

/** From midnight in some days on, for so many days. */
export const during = (days: number, inDays = 1) => {
  const from = (Math.floor(Date.now() / dayMs) + inDays) * dayMs;
  return { isDated: true, endsAfter: new Date(from), startsBefore: new Date(from + days * dayMs) };
};

/** The words of these ranks, the most frequent being 0. */
export const words = (...ranks: readonly number[]): TextQuery =>
  ranks.map((rank) => [{ word: vocabulary[rank] as string, prefix: false }]);
