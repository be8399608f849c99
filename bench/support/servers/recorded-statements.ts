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
type Query = (statement: Sent, callback: (error: Error | null, result: pg.QueryResult) => void) => void;

/**
 * Records the statements that the adapters send while `work` runs. It hooks into the driver itself, so that a baseline
 * always follows the current adapters. No other code may use the driver meanwhile.
 */
export const recordStatements = async (work: () => Promise<unknown>): Promise<readonly Statement[]> => {
  const statements: Statement[] = [];
  const client = pg.Client.prototype as unknown as { query: Query };
  const { query } = client;
  client.query = function (this: unknown, statement, callback) {
    query.call(this, statement, (error, result) => {
      if (!error) statements.push({ ...statement, rowCount: result.rowCount });
      callback(error, result);
    });
  };
  try {
    await work();
  } finally {
    client.query = query;
  }
  if (statements.length === 0) throw new Error('The adapters sent no statement: is there a second driver?');
  return statements;
};

/**
 * Sends recorded statements one after another through a bare pool.
 * @param change maps each recorded value to the one to send
 * @throws {Error} when the row count of a statement differs from the recorded one
 */
export const replayStatements = async (
  pool: pg.Pool,
  statements: readonly Statement[],
  change: (value: unknown) => unknown,
): Promise<void> => {
  for (const { text, name, values, rowCount } of statements) {
    const query = { text, values: values.map(change), ...(name !== undefined && { name }) };
    const result = await pool.query(query);
    if (result.rowCount !== rowCount)
      throw new Error(`${result.rowCount} rows instead of ${rowCount} by: ${text}`);
  }
};
