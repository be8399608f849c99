import { type RawBuilder, sql } from 'kysely';
import { preparedQuery } from '../connection/prepared-statement.ts';
import type { Database } from '../database.ts';
import { type EventColumns, eventColumns } from '../events/event-rows.ts';
import { cellMatches, cells, dayCells } from './list/area-cells.ts';
import { areaCounts } from './list/area-counts.ts';
import { coveringTables, type ListParts, listParts } from './list/list-parts.ts';
import { nextEnd } from './list/next-end.ts';
import { ringPlaces } from './list/ring-places.ts';
import { liveStartOrder, startOrder, windowInStartOrder } from './list/start-order.ts';
import { currentSnapshot } from './pages/snapshot.ts';
import type { CountPlan, ListPlan, SearchPlan } from './plan.ts';
import {
  matchCount,
  matchesBeyond,
  searchAll,
  searchCapped,
  searchUpcoming,
} from './search/search-tables.ts';
import { nameOf, type RingKind, type Shape } from './shape.ts';
import { type GivenValue, type StatementValues, type ValueName, valueTypes } from './statement-values.ts';

/** An event in a page, as all callers see it. */
export interface PublicRow extends EventColumns {
  readonly category: string;
}

/** A row of a page; one without an event when the page is empty. */
export type PageRow = {
  /** The number of all matches that were read. */
  readonly total: number;
  /** What the statement saw: `currentSnapshot`. */
  readonly snapshot: string;
  /** When the next listed event, or of a search the next match, ends; null when none does, and with dates. */
  readonly next_end: Date | null;
  /** Of a search. */
  readonly rank?: number;
} & (PublicRow | { readonly id: null });

type Tables = (shape: Shape, given: GivenValue) => RawBuilder<unknown>;
type ListTables = (parts: ListParts) => RawBuilder<unknown>;

/** Each plan of a list makes the tables `total` and `page`. */
const listPlans: Record<ListPlan['kind'], ListTables> = {
  'live-start-order': liveStartOrder,
  'start-order': startOrder,
  window: windowInStartOrder,
  cells,
  'day-cells': dayCells,
};

/** Each plan of a search makes the tables `total` and `page`, the latter with a `rank`. */
const searchPlans: Record<SearchPlan['kind'], Tables> = {
  'search-capped': searchCapped,
  'search-all': searchAll,
  'search-upcoming': searchUpcoming,
};

/** Each of these is a query of one row. */
const singleRows: Record<CountPlan['kind'] | RingKind, Tables> = {
  'count-matches': matchCount,
  'count-area': (shape, given) => sql`${coveringTables(given)} ${areaCounts(listParts(shape, given))}`,
  'ring-places': (shape, given) =>
    sql`${coveringTables(given)}, ${ringPlaces(cellMatches(listParts(shape, given), sql`e.lat, e.lng`), given)}`,
  'ring-matches': matchesBeyond,
};

/** The rows of a page from the tables `total` and `page`. Counts and flags are read by `page-facts`. */
const pageRows = (isRanked: boolean, validUntil: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select total.total, seen.*, item.*
  from total cross join (
    select ${currentSnapshot} as snapshot, ${validUntil} as next_end
  ) seen left join (
    select item.*${isRanked ? sql`, page.rank` : sql``} from page, lateral (
      select ${eventColumns}, e.category from event e where e.id = page.id limit 1
    ) item
  ) item on true`;

const never = sql`null::timestamptz`;

interface Query {
  readonly order: string;
  readonly body: (given: GivenValue) => RawBuilder<unknown>;
}

const queryOf = (shape: Shape): Query => {
  const { plan } = shape;
  if (plan in singleRows)
    return { order: '1', body: (given) => singleRows[plan as keyof typeof singleRows](shape, given) };
  if (plan in searchPlans) {
    const tables = searchPlans[plan as SearchPlan['kind']];
    return {
      order: 'rank desc, start_at, id',
      body: (given) => {
        const validUntil = shape.isDated ? never : sql`(select next_end from total)`;
        return sql`${tables(shape, given)} ${pageRows(true, validUntil)}`;
      },
    };
  }
  const tables = listPlans[plan as ListPlan['kind']];
  return {
    order: 'start_at, id',
    body: (given) => {
      const covering = shape.hasArea ? sql`${coveringTables(given)},` : sql``;
      const validUntil = shape.isDated ? never : nextEnd(given('endsAfter'));
      return sql`${covering} ${tables(listParts(shape, given))} ${pageRows(false, validUntil)}`;
    },
  };
};

type Ask = ReturnType<typeof preparedQuery<StatementValues, object>>;

/** Declares the values that the text names, and no others. */
const statementOf = (shape: Shape, name: string): Ask => {
  const { order, body } = queryOf(shape);
  const used = new Set<ValueName>();
  body((value) => {
    used.add(value);
    return sql``;
  });
  const types = Object.fromEntries([...used].map((value) => [value, valueTypes[value]]));
  return preparedQuery<StatementValues, object>({ name, order, types: types as typeof valueTypes, body });
};

const statements = new Map<string, Ask>();

/** Runs the statement of a shape; its text is made once in a process, its plan once in a connection. */
export const runStatement = async <Row extends object>(
  db: Database,
  shape: Shape,
  values: Partial<StatementValues>,
): Promise<readonly Row[]> => {
  const name = nameOf(shape);
  const statement = statements.get(name) ?? statementOf(shape, name);
  statements.set(name, statement);
  return (await statement(db, values as StatementValues)) as readonly Row[];
};
