import { EventPlatformError } from './event-platform-error.ts';
import { exclusively, lockNameOf } from './exclusively.ts';
import { randomKey } from './random-key.ts';
import type { ReliableStorage, Tokens } from './storage.ts';

/** Why the user is no longer signed in. */
export type SignedOutReason = 'session_ended' | 'logged_out' | 'account_deleted';

type TokenPair = Pick<Tokens, 'accessToken' | 'refreshToken'>;

/** The session of the app, in its storage. */
export interface Session {
  /** The tokens, or null while no user is signed in. */
  tokens(): Promise<Tokens | null>;
  /** Saves the tokens of a sign-in. */
  begin(pair: TokenPair): Promise<void>;
  /**
   * Tokens newer than the given ones, of the same user: those that another call or tab saved, or else by one refresh
   * for all who wait. They are saved before anyone gets them. Without a network the old ones stay.
   */
  renew(usedTokens: Tokens): Promise<Tokens>;
  end(reason: SignedOutReason): Promise<void>;
}

/** What a session needs of the client. */
export interface SessionDependencies {
  readonly storage: ReliableStorage<Tokens>;
  /** Exchanges a refresh token; the same key returns the same pair again. */
  readonly exchange: (refreshToken: string, key: string) => Promise<TokenPair>;
  readonly onSignedOut: ((reason: SignedOutReason) => void) | undefined;
  /** Milliseconds that a refresh may wait for another tab's. */
  readonly timeout: number;
}

/** The user of an access token, if it can be read. */
const subjectOf = ({ accessToken }: Tokens): unknown => {
  try {
    const claims = accessToken.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? '';
    return (JSON.parse(atob(claims)) as { readonly sub?: unknown }).sub;
  } catch {
    return undefined;
  }
};

const signedOut = (): EventPlatformError =>
  new EventPlatformError('The session has ended; sign in again.', {
    code: 'refresh_token_invalid',
    status: 401,
  });

export const openSession = ({ storage, exchange, onSignedOut, timeout }: SessionDependencies): Session => {
  /** The refresh that runs, with the access token that it replaces. */
  let currentRefresh: { readonly accessToken: string; readonly renewal: Promise<Tokens> } | null = null;

  /** Whether the app believes that someone is signed in. */
  let isSignedIn = false;

  const tell = (reason: SignedOutReason): void => {
    if (!isSignedIn) return;
    isSignedIn = false;
    onSignedOut?.(reason);
  };

  const end = async (reason: SignedOutReason): Promise<void> => {
    try {
      await storage.save(null);
    } finally {
      tell(reason);
    }
  };

  /** What the storage holds now, for a call that was made with `used`. */
  const store = async (usedTokens: Tokens): Promise<Tokens> => {
    const tokens = await storage.load();
    if (!tokens) tell('session_ended');
    // Where another person signed in meanwhile, the call was not theirs.
    if (!tokens || subjectOf(tokens) !== subjectOf(usedTokens)) throw signedOut();
    return tokens;
  };

  const withKey = async (tokens: Tokens): Promise<Required<Tokens>> => {
    const { refreshKey } = tokens;
    if (refreshKey !== undefined) return { ...tokens, refreshKey };
    const complete = { ...tokens, refreshKey: randomKey() };
    await storage.save(complete);
    return complete;
  };

  const refresh = async (usedTokens: Tokens): Promise<Tokens> => {
    const present = await store(usedTokens);
    if (present.accessToken !== usedTokens.accessToken) return present;
    const { refreshToken, refreshKey } = await withKey(present);
    let pair: TokenPair;
    try {
      pair = await exchange(refreshToken, refreshKey);
    } catch (error) {
      if (!(error instanceof EventPlatformError && error.code === 'refresh_token_invalid')) throw error;
      const after = await store(usedTokens);
      if (after.accessToken !== usedTokens.accessToken) return after;
      await end('session_ended');
      throw error;
    }
    const newTokens = { ...tokensOf(pair), refreshKey: randomKey() };
    await storage.save(newTokens);
    return newTokens;
  };

  return {
    tokens: async () => {
      const tokens = await storage.load();
      if (tokens) isSignedIn = true;
      return tokens;
    },
    begin: async (pair) => {
      isSignedIn = true;
      await storage.save({ ...tokensOf(pair), refreshKey: randomKey() });
    },
    renew: async (usedTokens) => {
      if (currentRefresh?.accessToken === usedTokens.accessToken) return currentRefresh.renewal;
      const renewal = exclusively(lockNameOf(usedTokens.refreshToken), timeout, () => refresh(usedTokens));
      const mine = { accessToken: usedTokens.accessToken, renewal };
      currentRefresh = mine;
      try {
        return await renewal;
      } finally {
        if (currentRefresh === mine) currentRefresh = null;
      }
    },
    end,
  };
};

const tokensOf = ({ accessToken, refreshToken }: TokenPair): TokenPair => ({ accessToken, refreshToken });
