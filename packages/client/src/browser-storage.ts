import type { Storage, StoredInvitation, Tokens } from './storage.ts';

interface Request<Result> {
  readonly result: Result;
  readonly error: unknown;
  addEventListener(type: 'success' | 'error' | 'upgradeneeded', listener: () => void): void;
}

interface Store {
  get(key: string): Request<unknown>;
  put(value: unknown, key: string): Request<unknown>;
  delete(key: string): Request<unknown>;
}

interface Transaction {
  readonly error: unknown;
  objectStore(name: string): Store;
  addEventListener(type: 'complete' | 'abort', listener: () => void): void;
}

interface Database {
  createObjectStore(name: string): unknown;
  transaction(store: string, mode: 'readonly' | 'readwrite'): Transaction;
  close(): void;
}

/** The part of the Indexed Database API that is used, as runtimes without a browser lack its types. */
interface WithIndexedDb {
  readonly indexedDB: { open(name: string): Request<Database> };
}

const store = 'kept';

const open = (name: string): Promise<Database> =>
  new Promise((resolve, reject) => {
    // Looked up on each use: a browser that blocks storage throws then.
    const request = (globalThis as typeof globalThis & WithIndexedDb).indexedDB.open(name);
    request.addEventListener('upgradeneeded', () => void request.result.createObjectStore(store));
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error));
  });

/** What `work` asks for, once its transaction is complete: every tab then reads what it has written. */
const inTransaction = async (
  name: string,
  mode: 'readonly' | 'readwrite',
  work: (entries: Store) => Request<unknown>,
): Promise<unknown> => {
  const database = await open(name);
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(store, mode);
      const request = work(transaction.objectStore(store));
      transaction.addEventListener('complete', () => resolve(request.result));
      transaction.addEventListener('abort', () => reject(transaction.error ?? request.error));
    });
  } finally {
    database.close();
  }
};

const inIndexedDb = <Value>(database: string, key: string): Storage<Value> => ({
  load: async () =>
    (await inTransaction(database, 'readonly', (entries) => entries.get(key))) as Value | undefined,
  save: (value) =>
    inTransaction(database, 'readwrite', (entries) =>
      value === null ? entries.delete(key) : entries.put(value, key),
    ),
});

/**
 * The settings that keep tokens and invitations in a browser's IndexedDB, which all scripts of the page's origin can
 * read. Unlike `localStorage`, of which another tab may still read what was there before, it shows each tab what any
 * has saved, so that tabs share one refresh.
 * @param database the name of the database, one for each service
 */
export const browserStorage = (
  database = 'event-platform',
): { readonly tokens: Storage<Tokens>; readonly invitations: Storage<readonly StoredInvitation[]> } => ({
  tokens: inIndexedDb(database, 'tokens'),
  invitations: inIndexedDb(database, 'invitations'),
});
