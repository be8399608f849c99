import type { DiscoveryQuery } from '../../../discovery/find-page.ts';
import { hasAttendance, type Plan } from '../planner/plan.ts';
import type { StatementFlag } from './statement-text.ts';

/** A plan, or a statement of a tile: it finds the places of events, or of matches, in a ring (`Tile`). */
export type Statement = Plan | { readonly kind: 'ring-places' | 'ring-matches' };
export type StatementKind = Statement['kind'];

export const flagOrder: readonly StatementFlag[] = [
  'dated',
  'until',
  'area',
  'category',
  'attendance',
  'online',
  'organizer',
  'text',
  'places',
  'titles',
  'beyond',
  'capped',
];

/** What the text of a statement depends on besides its kind. @param withPlaces whether the rows of the page have places */
export const flagsOf = (
  { filter, order }: Pick<DiscoveryQuery, 'filter' | 'order'>,
  statement: Statement,
  withPlaces: boolean,
): ReadonlySet<StatementFlag> => {
  const isOfSeries = statement.kind === 'series-events';
  const isSet: Readonly<Record<StatementFlag, boolean>> = {
    dated: filter.isDated,
    until: filter.startsBefore !== null,
    area: filter.area !== null,
    category: filter.category !== null,
    attendance: hasAttendance(filter),
    online: hasAttendance(filter) && !filter.attendance.includes('offline'),
    // Other statements are of lists or of searches.
    text: (statement.kind === 'organizer' || isOfSeries) && filter.text !== null,
    organizer: isOfSeries && filter.organizer !== undefined,
    places: withPlaces,
    titles: isOfSeries
      ? filter.text !== null && order === 'relevance'
      : 'rankedRows' in statement && statement.rankedRows !== null,
    beyond: 'isBeyondRanked' in statement && statement.isBeyondRanked,
    capped: statement.kind === 'search-capped',
  };
  return new Set(flagOrder.filter((flag) => isSet[flag]));
};

/** The name of a statement: lower-case letters and hyphens. PostgreSQL takes names for equal whose first 63 characters are. */
export const nameOf = (kind: StatementKind, flags: ReadonlySet<StatementFlag>): string =>
  [
    kind,
    ...flagOrder.filter((flag) => flags.has(flag) && flag !== 'capped').map((flag) => flag.slice(0, 3)),
  ].join('-');
