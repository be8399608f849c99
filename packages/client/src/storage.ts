import { EventPlatformError } from './event-platform-error.ts';

/** A session as the app keeps it. Every holder of it is signed in: keep it where the platform keeps secrets. */
export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** The key of the next refresh, the same for all who share these tokens. The client adds it where it is missing. */
  readonly refreshKey?: string;
}

/** An invitation that waits for its person to sign in. */
export interface StoredInvitation {
  readonly token: string;
  readonly idempotencyKey: string;
}

/** Where an app keeps something; `save` has kept it when it returns or its promise is fulfilled. */
export interface Storage<Value> {
  load(): Value | null | undefined | Promise<Value | null | undefined>;
  /** Null: nothing is kept any more. */
  save(value: Value | null): unknown;
}

const storageError = (action: string, cause: unknown): EventPlatformError =>
  new EventPlatformError(`The app's storage failed to ${action}.`, { code: 'storage_failed', cause });

/** A storage whose failures are `storage_failed`, and which keeps what could not be saved until it can. */
export interface ReliableStorage<Value> {
  load(): Promise<Value | null>;
  save(value: Value | null): Promise<void>;
}

export const reliableStorage = <Value>(
  storage: Storage<Value>,
  name: string,
  isValid: (value: Value) => boolean,
): ReliableStorage<Value> => {
  let unsavedValue: { readonly value: Value | null } | null = null;
  /** What it held when it was last loaded or saved. */
  let lastText: string | undefined;

  const load = async (): Promise<Value | null> => {
    let value: Value | null | undefined;
    try {
      value = await storage.load();
    } catch (cause) {
      throw storageError(`load ${name}`, cause);
    }
    if (value === null || value === undefined) return null;
    if (!isValid(value))
      throw storageError(`load ${name}`, new TypeError('what it returned is something else'));
    return value;
  };

  const save = async (value: Value | null): Promise<void> => {
    const attempt = { value };
    unsavedValue = attempt;
    try {
      await storage.save(value);
    } catch (cause) {
      throw storageError(`save ${name}`, cause);
    }
    lastText = JSON.stringify(value);
    if (unsavedValue === attempt) unsavedValue = null;
  };

  return {
    load: async () => {
      if (unsavedValue) {
        const text = JSON.stringify(await load());
        // Another tab may have saved something later.
        if (lastText === undefined || text === lastText) await save(unsavedValue.value);
        else unsavedValue = null;
      }
      const value = await load();
      lastText = JSON.stringify(value);
      return value;
    },
    save,
  };
};

/** Keeps something for as long as the process or page lives. */
export const memoryStorage = <Value = Tokens>(): Storage<Value> => {
  let value: Value | null = null;
  return {
    load: () => value,
    save: (next) => {
      value = next;
    },
  };
};
