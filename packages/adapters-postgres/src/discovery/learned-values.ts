import type { Area, EventFilter } from '@event-platform/domain';
import { LRUCache } from 'lru-cache';
import { cellOf } from './geo/cell-covering.ts';
import type { AreaCounts, Known } from './known.ts';
import { filterKey, type MatchTotals } from './search/match-totals.ts';

/** How long counts of areas are believed, by the clock of this process. */
const maxAgeMs = 300_000;
const maxValues = 2_000;

/** What past statements told about queries, for the choice of the next plan. Bounded, and kept by one process. */
export interface LearnedValues {
  of(filter: EventFilter): Known;
  /** Keeps what a statement told. */
  keep(filter: EventFilter, learned: Pick<Known, 'area' | 'weeks'>): void;
}

/** @param now the time by this process, in milliseconds */
export const learnedValues = (totals: Pick<MatchTotals, 'read'>, now: () => number): LearnedValues => {
  const areas = new LRUCache<string, { readonly counts: AreaCounts; readonly countedAt: number }>({
    max: maxValues,
  });
  const weeks = new LRUCache<string, number>({ max: maxValues });
  return {
    of: (filter) => {
      if (filter.text) return { matches: totals.read(filter), weeks: weeks.get(filterKey(filter)) };
      const known = filter.area && areas.get(areaKey(filter.area, filter));
      return known && now() - known.countedAt <= maxAgeMs ? { area: known.counts } : {};
    },
    keep: (filter, learned) => {
      if (learned.weeks !== undefined) weeks.set(filterKey(filter), learned.weeks);
      if (filter.area && learned.area)
        areas.set(areaKey(filter.area, filter), { counts: learned.area, countedAt: now() });
    },
  };
};

/** The height of a cell, and how often cells can be doubled. */
const cellKm = 2.4;
const quadtreeDepth = 13;

/** Equal for circles of about the same size whose centres lie in one square about as wide as the radius. */
const areaKey = ({ lat, lng, radiusKm }: Area, { category }: Pick<EventFilter, 'category'>): string => {
  const size = Math.max(0, Math.floor(Math.log2(radiusKm / cellKm)));
  const square = Math.floor(cellOf(lat, lng) / 4 ** Math.min(size, quadtreeDepth));
  return JSON.stringify([Math.round(2 * Math.log2(radiusKm)), square, category]);
};
