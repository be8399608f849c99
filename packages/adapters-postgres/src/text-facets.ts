import type { EventFilter } from '@event-platform/domain';
import { areaCells } from './area-cells.ts';
import { quoted } from './text-search.ts';

const weekMs = 604_800_000;
/** Live events that began earlier are so few that they are looked at one by one. */
const weeksBack = 8;
/** More squares than that narrow less than they cost. */
const mostSquares = 32;
/** A square has sixteen by sixteen cells. */
const squareBits = 8;

/** What narrows a search in the index of words itself, as parts of a tsquery; `event_facets` makes the same words. */
export interface Facets {
  readonly facets: readonly string[];
  /** The beginning of the first week, when there are weeks. */
  readonly since: Date;
}

/** @param weeks how many from now on, this one included; 0 for any */
export const facetsOf = ({ area, category, endsAfter }: EventFilter, weeks: number): Facets => {
  const week = Math.floor(endsAfter.getTime() / weekMs);
  const first = week - weeksBack;
  const inTime = Array.from({ length: weeks && weeksBack + weeks }, (_, count) => `#w${first + count}`);
  const squares = area ? squaresOf(area) : [];
  return {
    facets: [inTime, squares, category === null ? [] : [`#k${category}`]]
      .filter((words) => words.length > 0)
      .map((words) => `(${words.map(quoted).join(' | ')})`),
    since: new Date(first * weekMs),
  };
};

/** The squares that a circle touches; none when they are many. */
const squaresOf = (area: NonNullable<EventFilter['area']>): readonly string[] => {
  const { inside, edge } = areaCells(area);
  const squares = new Set<number>();
  for (const { low, high } of [inside, edge])
    for (const [index, from] of low.entries())
      for (let square = from >> squareBits; square <= (high[index] as number) >> squareBits; square += 1) {
        squares.add(square);
        if (squares.size > mostSquares) return [];
      }
  return [...squares].map((square) => `#c${square}`);
};
