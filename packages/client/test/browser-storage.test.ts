import t, { type Test } from 'tap';
import { browserStorage } from '../src/browser-storage.ts';
import { createClient, EventPlatformError } from '../src/index.ts';

/** What an app sees that keeps its session in a browser like this one. */
const failureWith = async (t: Test, indexedDB: PropertyDescriptor): Promise<EventPlatformError> => {
  Object.defineProperty(globalThis, 'indexedDB', { ...indexedDB, configurable: true });
  t.teardown(() => Reflect.deleteProperty(globalThis, 'indexedDB'));
  let requests = 0;
  const client = createClient({
    baseUrl: 'https://events.example.com',
    ...browserStorage(),
    onSignedOut: () => t.fail('nothing says that the session has ended'),
    fetch: () => {
      requests += 1;
      return Promise.reject(new TypeError('fetch failed'));
    },
  });
  const error: unknown = await client.getProfile().catch((thrown: unknown) => thrown);
  t.equal(requests, 0);
  if (error instanceof EventPlatformError) return error;
  throw error;
};

/** A database that responses each request with this event. */
const storageThat = (type: string, request: object) => ({
  open: () => ({
    ...request,
    addEventListener: (eventType: string, listener: () => void) => {
      if (eventType === type) queueMicrotask(listener);
    },
  }),
});

const blocked = new DOMException('The user denied permission to access the database.', 'SecurityError');

t.test('a runtime without IndexedDB', async (t) => {
  const error = await failureWith(t, { value: undefined });
  t.match(error, { code: 'storage_failed', status: null, cause: { name: 'TypeError' } });
  t.match(error.message, /load the tokens/);
});

t.test('a browser that blocks storage', async (t) => {
  const denied = {
    get: () => {
      throw blocked;
    },
  };
  t.match(await failureWith(t, denied), { code: 'storage_failed', cause: blocked });
});

t.test('a database that cannot be opened', async (t) => {
  const error = new DOMException('Internal error opening backing store.', 'UnknownError');
  const value = storageThat('error', { error });
  t.match(await failureWith(t, { value }), { code: 'storage_failed', cause: error });
});

t.test('a database in which there is no such store', async (t) => {
  let closed = 0;
  const error = new DOMException('One of the specified object stores was not found.', 'NotFoundError');
  const result = {
    transaction: () => {
      throw error;
    },
    close: () => {
      closed += 1;
    },
  };
  const value = storageThat('success', { result });
  t.match(await failureWith(t, { value }), { code: 'storage_failed', cause: error });
  t.equal(closed, 1);
});
