import { availableParallelism } from 'node:os';
import { createBulkhead } from '../connection/bulkhead.ts';
import type { Database } from '../database.ts';
import type { DiscoveryQuery } from './plan.ts';
import { type Reading, shapeOf } from './shape.ts';
import { runStatement } from './statement-registry.ts';
import { type StatementValues, valuesOf } from './statement-values.ts';

/** Runs the statement of a plan, or of a ring, for a query. @param values besides those of the query */
export type RunReading = <Row extends object>(
  query: DiscoveryQuery,
  reading: Reading,
  values?: Partial<StatementValues>,
) => Promise<readonly Row[]>;

/**
 * Reading events keeps processors busy and nothing else. More statements at once than these can run (those of this machine
 * stand for the database's) slow each other down and take the connections of cheaper requests. Lists, which are mostly short,
 * do not wait for searches; twice as many keep processors busy while results are on their way.
 */
const processors = Math.max(2, availableParallelism());
const bulkheadOf = (most: number, connections: number) => {
  const statements = Math.max(1, Math.min(most, Math.floor(connections)));
  return createBulkhead({ inAll: statements, each: statements, waitMs: 2_500 });
};

/** @param poolSize connections of the pool: lists take half of them at most, searches a quarter */
export const readingRunner = (db: Database, poolSize = Number.POSITIVE_INFINITY): RunReading => {
  const lists = bulkheadOf(2 * processors, poolSize / 2);
  const searches = bulkheadOf(processors, poolSize / 4);
  return <Row extends object>(query: DiscoveryQuery, reading: Reading, values?: Partial<StatementValues>) => {
    const statement = () =>
      runStatement<Row>(db, shapeOf(query, reading), { ...valuesOf(query, reading), ...values });
    return (query.filter.text ? searches : lists)(query.clientKey ?? '', statement);
  };
};
