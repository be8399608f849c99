import { type RawBuilder, sql } from 'kysely';
import { preparedQuery } from '../connection/prepared-statement.ts';
import type { Database } from '../database.ts';
import { type ListRow, listColumns, listJoins } from '../stores/event-rows.ts';
import { cells, dayCells } from './list/area-cells.ts';
import { areaCounts } from './list/area-counts.ts';
import { coveringTables, type ListParts, listParts } from './list/list-parts.ts';
import { liveStartOrder, startOrder, windowInStartOrder } from './list/start-order.ts';
import type { CountPlan, ListPlan, SearchPlan } from './plan.ts';
import { matchCount, searchAll, searchCapped, searchUpcoming } from './search/search-tables.ts';
import { nameOf, type Shape } from './shape.ts';
import { type GivenValue, type StatementValues, type ValueName, valueTypes } from './statement-values.ts';

/** A row of a page with the number of all matches that were read; one without an event when the page is empty. */
export type PageRow = { readonly total: number } & (ListRow | { readonly id: null });

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

/** Each counting plan is a query of one row. */
const countPlans: Record<CountPlan['kind'], Tables> = {
  'count-matches': matchCount,
  'count-area': (shape, given) => sql`${coveringTables(given)} ${areaCounts(listParts(shape, given))}`,
};

/** The rows of a page from the tables `total` and `page`. */
const pageRows = (shape: Shape, given: GivenValue, isRanked: boolean): RawBuilder<unknown> => sql`
  select total.total, item.*
  from total left join (
    select item.*${isRanked ? sql`, page.rank` : sql``} from page, lateral (
      select ${listColumns(shape.hasCaller ? given('caller') : null)}
      from event e ${listJoins} where e.id = page.id limit 1
    ) item
  ) item on true`;

interface Query {
  readonly order: string;
  readonly body: (given: GivenValue) => RawBuilder<unknown>;
}

const queryOf = (shape: Shape): Query => {
  const { plan } = shape;
  if (plan in countPlans)
    return { order: '1', body: (given) => countPlans[plan as CountPlan['kind']](shape, given) };
  if (plan in searchPlans) {
    const tables = searchPlans[plan as SearchPlan['kind']];
    return {
      order: 'rank desc, start_at, id',
      body: (given) => sql`${tables(shape, given)} ${pageRows(shape, given, true)}`,
    };
  }
  const tables = listPlans[plan as ListPlan['kind']];
  return {
    order: 'start_at, id',
    body: (given) => {
      const covering = shape.hasArea ? sql`${coveringTables(given)},` : sql``;
      return sql`${covering} ${tables(listParts(shape, given))} ${pageRows(shape, given, false)}`;
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
