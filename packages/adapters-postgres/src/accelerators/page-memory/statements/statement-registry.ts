import { preparedText } from '../../../connection/prepared-text.ts';
import type { Database } from '../../../database.ts';
import type { DiscoveryQuery } from '../../../discovery/find-page.ts';
import { cells } from './cells.ts';
import { countArea } from './count-area.ts';
import { countMatches } from './count-matches.ts';
import { dayCells } from './day-cells.ts';
import { liveStartOrder } from './live-start-order.ts';
import { organizerEvents } from './organizer-events.ts';
import { ringMatches } from './ring-matches.ts';
import { ringPlaces } from './ring-places.ts';
import { searchMatches } from './search-matches.ts';
import { searchUpcoming } from './search-upcoming.ts';
import { seriesEvents } from './series-events.ts';
import { startOrder } from './start-order.ts';
import { flagsOf, nameOf, type Statement, type StatementKind } from './statement-kind.ts';
import { type StatementFlag, statementText } from './statement-text.ts';
import { type StatementValues, type ValueName, valuesOf, valueTypes } from './statement-values.ts';
import { windowInStartOrder } from './window.ts';

const texts: Readonly<Record<StatementKind, string>> = {
  'live-start-order': liveStartOrder,
  'start-order': startOrder,
  window: windowInStartOrder,
  'series-events': seriesEvents,
  cells,
  'day-cells': dayCells,
  organizer: organizerEvents,
  'search-capped': searchMatches,
  'search-all': searchMatches,
  'search-upcoming': searchUpcoming,
  'count-matches': countMatches,
  'count-area': countArea,
  'ring-places': ringPlaces,
  'ring-matches': ringMatches,
};

const prepare = (kind: StatementKind, flags: ReadonlySet<StatementFlag>) =>
  preparedText<ValueName, unknown>({
    name: nameOf(kind, flags),
    text: statementText(texts[kind], flags),
    types: valueTypes,
  });

const statements = new Map<string, ReturnType<typeof prepare>>();

export interface StatementOptions {
  /** Whether the rows of the page have places. */
  readonly withPlaces?: boolean;
  /** Values besides those of the query. */
  readonly values?: StatementValues;
}

/** Runs the statement of a plan, or of a ring, for a query; it has one row. */
export type RunStatement = <Row>(
  query: DiscoveryQuery,
  statement: Statement,
  options?: StatementOptions,
) => Promise<Row>;

/** Runs statements; the text of each is made once in a process. */
export const statementRunner =
  (db: Database): RunStatement =>
  async <Row>(query: DiscoveryQuery, statement: Statement, options: StatementOptions = {}) => {
    const flags = flagsOf(query, statement, options.withPlaces ?? false);
    const name = nameOf(statement.kind, flags);
    const run = statements.get(name) ?? prepare(statement.kind, flags);
    statements.set(name, run);
    const [row] = await run(db, { ...valuesOf(query, statement), ...options.values });
    return row as Row;
  };
