import pg from 'pg';

/** A statement as an adapter passed it to the driver. */
export interface Statement {
  readonly text: string;
  /** Its name as a prepared statement; undefined for one that is parsed each time. */
  readonly name?: string | undefined;
  readonly values: readonly unknown[];
  /** How many rows it returned or changed. */
  readonly rowCount: number | null;
}

type Sent = Pick<Statement, 'text' | 'name' | 'values'>;
type Callback = (error: Error | null, result: pg.QueryResult) => void;
type Query = (...args: unknown[]) => unknown;

/**
 * Records the statements that the adapters send while `work` runs, those of one transaction one after another. It hooks into
 * the driver itself, so that a baseline always follows the current adapters: they alone send an object and a callback, and
 * what others send passes.
 */
export const recordStatements = async (work: () => Promise<unknown>): Promise<readonly Statement[]> => {
  const groups: Statement[][] = [];
  const transactions = new Map<unknown, Statement[]>();
  const record = (connection: unknown, statement: Statement): void => {
    const open = transactions.get(connection);
    if (open) open.push(statement);
    else groups.push([statement]);
    if (isBegin(statement)) transactions.set(connection, groups.at(-1) as Statement[]);
    if (isEnd(statement)) transactions.delete(connection);
  };
  const client = pg.Client.prototype as unknown as { query: Query };
  const { query } = client;
  client.query = function (this: unknown, ...args) {
    const [statement, callback] = args as [Sent, Callback];
    if (typeof statement !== 'object' || typeof callback !== 'function') return query.apply(this, args);
    return query.call(this, statement, (error: Error | null, result: pg.QueryResult) => {
      if (!error) record(this, { ...statement, rowCount: result.rowCount });
      callback(error, result);
    });
  };
  try {
    await work();
  } finally {
    client.query = query;
  }
  if (groups.length === 0) throw new Error('The adapters sent no statement: is there a second driver?');
  return groups.flat();
};

const isBegin = ({ text }: Statement): boolean => /^\s*(begin|start transaction)\b/i.test(text);
const isEnd = ({ text }: Statement): boolean => /^\s*(commit|rollback)\b(?! to)/i.test(text);

/**
 * Sends recorded statements one after another through one connection of a bare pool, as their transactions need.
 * @param change maps each recorded value to the one to send
 * @throws {Error} when the row count of a statement differs from the recorded one
 */
export const replayStatements = async (
  pool: pg.Pool,
  statements: readonly Statement[],
  change: (value: unknown) => unknown,
): Promise<void> => {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    for (const { text, name, values, rowCount } of statements) {
      const query = { text, values: values.map(change), ...(name !== undefined && { name }) };
      const result = await client.query(query);
      if (result.rowCount !== rowCount)
        throw new Error(`${result.rowCount} rows instead of ${rowCount} by: ${text}`);
    }
  } catch (error) {
    failure = error as Error;
    throw error;
  } finally {
    // A connection amid a transaction is of no use to others.
    client.release(failure);
  }
};
