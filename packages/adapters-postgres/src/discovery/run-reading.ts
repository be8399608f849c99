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
const bulkheadOf = (statements: number) =>
  createBulkhead({ inAll: statements, each: statements, waitMs: 2_500 });

export const readingRunner = (db: Database): RunReading => {
  const [lists, searches] = [bulkheadOf(2 * processors), bulkheadOf(processors)];
  return <Row extends object>(query: DiscoveryQuery, reading: Reading, values?: Partial<StatementValues>) => {
    const statement = () =>
      runStatement<Row>(db, shapeOf(query, reading), { ...valuesOf(query, reading), ...values });
    return (query.filter.text ? searches : lists)(query.clientKey ?? '', statement);
  };
};
