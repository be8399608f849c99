/** Rows by key. Rows are never changed in place: writers put a new one. */
export interface Table<Row> {
  get(key: string): Row | undefined;
  set(key: string, row: Row): void;
  delete(key: string): boolean;
  rows(): Row[];
  entries(): (readonly [string, Row])[];
}

export const newTable = <Row>(): Table<Row> => {
  const rows = new Map<string, Row>();
  return {
    get: (key) => rows.get(key),
    set: (key, row) => void rows.set(key, row),
    delete: (key) => rows.delete(key),
    rows: () => [...rows.values()],
    entries: () => [...rows.entries()],
  };
};

/** The same rows; each write adds its inverse to `undo`. */
export const withJournal = <Row>(table: Table<Row>, undo: (() => void)[]): Table<Row> => {
  const remember = (key: string) => {
    const before = table.get(key);
    undo.push(() => (before === undefined ? table.delete(key) : table.set(key, before)));
  };
  return {
    get: table.get,
    rows: table.rows,
    entries: table.entries,
    set: (key, row) => {
      remember(key);
      table.set(key, row);
    },
    delete: (key) => {
      remember(key);
      return table.delete(key);
    },
  };
};

/** The key of a row that two ids identify together. */
export const pairKey = (one: string, other: string): string => `${one} ${other}`;
