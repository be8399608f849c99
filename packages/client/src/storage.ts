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
export interface Storage<Kept> {
  load(): Kept | null | undefined | Promise<Kept | null | undefined>;
  /** Null: nothing is kept any more. */
  save(kept: Kept | null): unknown;
}

const failed = (doing: string, cause: unknown): EventPlatformError =>
  new EventPlatformError(`The app's storage failed to ${doing}.`, { code: 'storage_failed', cause });

/** A storage whose failures are `storage_failed`, and which keeps what could not be saved until it can. */
export interface ReliableStorage<Kept> {
  load(): Promise<Kept | null>;
  save(kept: Kept | null): Promise<void>;
}

export const reliableStorage = <Kept>(
  storage: Storage<Kept>,
  name: string,
  isValid: (kept: Kept) => boolean,
): ReliableStorage<Kept> => {
  let unsaved: { readonly kept: Kept | null } | null = null;
  /** What it held when it was last loaded or saved. */
  let seen: string | undefined;

  const load = async (): Promise<Kept | null> => {
    let kept: Kept | null | undefined;
    try {
      kept = await storage.load();
    } catch (cause) {
      throw failed(`load ${name}`, cause);
    }
    if (kept === null || kept === undefined) return null;
    if (!isValid(kept)) throw failed(`load ${name}`, new TypeError('what it returned is something else'));
    return kept;
  };

  const save = async (kept: Kept | null): Promise<void> => {
    const attempt = { kept };
    unsaved = attempt;
    try {
      await storage.save(kept);
    } catch (cause) {
      throw failed(`save ${name}`, cause);
    }
    seen = JSON.stringify(kept);
    if (unsaved === attempt) unsaved = null;
  };

  return {
    load: async () => {
      if (unsaved) {
        const held = JSON.stringify(await load());
        // Another tab may have saved something later.
        if (seen === undefined || held === seen) await save(unsaved.kept);
        else unsaved = null;
      }
      const kept = await load();
      seen = JSON.stringify(kept);
      return kept;
    },
    save,
  };
};

/** Keeps something for as long as the process or page lives. */
export const memoryStorage = <Kept>(): Storage<Kept> => {
  let kept: Kept | null = null;
  return {
    load: () => kept,
    save: (next) => {
      kept = next;
    },
  };
};
