import { parseBaseUrl } from './build-request.ts';
import { EventPlatformError } from './event-platform-error.ts';
import type { Transport } from './http-response.ts';
import { defaultRetries, type RetrySettings } from './retries.ts';
import type { SignedOutReason } from './session.ts';
import {
  memoryStorage,
  type ReliableStorage,
  reliableStorage,
  type Storage,
  type StoredInvitation,
  type Tokens,
} from './storage.ts';

/** What `createClient` needs. */
export interface ClientSettings {
  /** Where the service is, such as `https://events.example.com`; the client adds `/v1`. */
  readonly baseUrl: string;
  /** Where the app keeps the session, for all clients and tabs that share it; in memory by default. */
  readonly tokens?: Storage<Tokens>;
  /** Where it keeps invitations opened before the sign-in; in memory by default. */
  readonly invitations?: Storage<readonly StoredInvitation[]>;
  /** Called once when a session is over, after its tokens are gone. */
  readonly onSignedOut?: (reason: SignedOutReason) => void;
  readonly retries?: Partial<RetrySettings>;
  /** Milliseconds after which a request without a response has failed; 30,000 by default. */
  readonly timeout?: number;
  /** Instead of the runtime's own. */
  readonly fetch?: typeof fetch;
}

/** The settings as the client uses them. */
export interface ParsedSettings {
  readonly baseUrl: string;
  readonly transport: Transport;
  readonly retries: RetrySettings;
  readonly tokens: ReliableStorage<Tokens>;
  readonly invitations: ReliableStorage<readonly StoredInvitation[]>;
  readonly onSignedOut: ((reason: SignedOutReason) => void) | undefined;
}

const isTokens = (value: Tokens): boolean =>
  typeof value.accessToken === 'string' && typeof value.refreshToken === 'string';

const isStorage = (storage: Partial<Storage<unknown>> | undefined): boolean =>
  typeof storage?.load === 'function' && typeof storage.save === 'function';

/** Throws `unsupported_runtime` or `invalid_settings` for what could not work. */
export const parseSettings = (settings: ClientSettings): ParsedSettings => {
  const {
    tokens = memoryStorage(),
    invitations = memoryStorage<readonly StoredInvitation[]>(),
    timeout = 30_000,
  } = settings;
  const runtimeFetch = globalThis.fetch as typeof fetch | undefined;
  const send = settings.fetch ?? runtimeFetch?.bind(globalThis);
  if (!send || typeof globalThis.crypto?.getRandomValues !== 'function')
    throw new EventPlatformError(
      'The runtime has no fetch or no crypto.getRandomValues: it takes Node 20 or later, Deno, Bun or a browser. ' +
        'In React Native import a polyfill first, such as react-native-get-random-values.',
      { code: 'unsupported_runtime' },
    );
  if (!isStorage(tokens) || !isStorage(invitations))
    throw new EventPlatformError('tokens and invitations: each needs the functions load and save.', {
      code: 'invalid_settings',
    });
  return {
    baseUrl: parseBaseUrl(settings.baseUrl),
    transport: { fetch: send, timeout },
    retries: { ...defaultRetries, ...settings.retries },
    tokens: reliableStorage(tokens, 'the tokens', isTokens),
    invitations: reliableStorage(invitations, 'the invitations', Array.isArray),
    onSignedOut: settings.onSignedOut,
  };
};
