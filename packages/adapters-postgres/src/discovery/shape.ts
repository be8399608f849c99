import type { DiscoveryQuery, Plan, Ranking } from './plan.ts';

/** A plan, or a statement that belongs to no query: it finds the places of events, or of matches, in a ring (`Tile`). */
export type Reading = Plan | { readonly kind: RingKind };
export type RingKind = 'ring-places' | 'ring-matches';

/** All that the text of a statement depends on: one shape is one text. */
export interface Shape {
  readonly plan: Reading['kind'];
  /** Whether the caller chose the earliest instant; otherwise it is now. */
  readonly isDated: boolean;
  readonly hasEnd: boolean;
  readonly hasArea: boolean;
  readonly hasCategory: boolean;
  readonly ranking: Ranking['ranking'];
  readonly isBeyondRanked: boolean;
}

export const shapeOf = ({ filter }: Pick<DiscoveryQuery, 'filter'>, plan: Reading): Shape => ({
  plan: plan.kind,
  isDated: filter.dated,
  hasEnd: filter.startsBefore !== null,
  hasArea: filter.area !== null,
  hasCategory: filter.category !== null,
  ranking: 'ranking' in plan ? plan.ranking : 'none',
  isBeyondRanked: 'isBeyondRanked' in plan && plan.isBeyondRanked,
});

/** The name of a shape's statement: lower-case letters and hyphens. */
export const nameOf = (shape: Shape): string =>
  [
    shape.plan,
    shape.isDated && 'dated',
    shape.hasEnd && 'until',
    shape.hasArea && 'near',
    shape.hasCategory && 'category',
    shape.ranking !== 'none' && shape.ranking,
    shape.isBeyondRanked && 'beyond',
  ]
    .filter(Boolean)
    .join('-');
