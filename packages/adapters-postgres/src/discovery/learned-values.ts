import type { Area, EventFilter } from '@event-platform/domain';
import { LRUCache } from 'lru-cache';
import { cellOf } from './geo/cell-covering.ts';
import type { AreaCounts, Known, WindowCount } from './known.ts';
import { filterKey, type MatchTotals } from './search/match-totals.ts';

/** How long counts of areas and windows are believed, by the clock of this process. */
const maxAgeMs = 300_000;
const maxValues = 2_000;
const dayMs = 86_400_000;

/** What past statements told about queries, for the choice of the next plan. Bounded, and kept by one process. */
export interface LearnedValues {
  of(filter: EventFilter): Known;
  /** Keeps what a statement told. */
  keep(filter: EventFilter, learned: Pick<Known, 'area' | 'window' | 'weeks'>): void;
}

interface Dated<Value> {
  readonly value: Value;
  readonly learnedAt: number;
}

/** @param now the time by this process, in milliseconds */
export const learnedValues = (totals: Pick<MatchTotals, 'read'>, now: () => number): LearnedValues => {
  const areas = new LRUCache<string, Dated<AreaCounts>>({ max: maxValues });
  const windows = new LRUCache<string, Dated<WindowCount>>({ max: maxValues });
  const weeks = new LRUCache<string, number>({ max: maxValues });

  const current = <Value>(known: Dated<Value> | undefined): Value | undefined =>
    known && now() - known.learnedAt <= maxAgeMs ? known.value : undefined;

  return {
    of: (filter) => {
      const { area, startsBefore } = filter;
      if (filter.text) return { matches: totals.read(filter), weeks: weeks.get(filterKey(filter)) };
      if (!area) return {};
      return {
        area: current(areas.get(areaKey(area, filter))),
        window: startsBefore ? current(windows.get(windowKey(startsBefore, filter))) : undefined,
      };
    },
    keep: (filter, learned) => {
      const learnedAt = now();
      const { area, startsBefore } = filter;
      if (learned.weeks !== undefined) weeks.set(filterKey(filter), learned.weeks);
      if (area && learned.area) areas.set(areaKey(area, filter), { value: learned.area, learnedAt });
      if (startsBefore && learned.window)
        windows.set(windowKey(startsBefore, filter), { value: learned.window, learnedAt });
    },
  };
};

type Category = Pick<EventFilter, 'category'>;

/** Equal for circles of about the same size whose centres lie in one square about as wide as the radius. */
const areaKey = ({ lat, lng, radiusKm }: Area, { category }: Category): string => {
  const size = Math.max(0, Math.floor(Math.log2(radiusKm / cellKm)));
  const square = Math.floor(cellOf(lat, lng) / 4 ** Math.min(size, quadtreeDepth));
  return JSON.stringify([Math.round(2 * Math.log2(radiusKm)), square, category]);
};

/** The height of a cell, and how often cells can be doubled. */
const cellKm = 2.4;
const quadtreeDepth = 13;

const windowKey = (
  startsBefore: Date,
  { endsAfter, category }: Pick<EventFilter, 'endsAfter' | 'category'>,
) =>
  JSON.stringify([
    Math.floor(endsAfter.getTime() / dayMs),
    Math.floor(startsBefore.getTime() / dayMs),
    category,
  ]);
