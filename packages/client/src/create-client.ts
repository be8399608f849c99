import { allPages } from './all-pages.ts';
import { callOperation } from './call-operation.ts';
import { type ClientSettings, parseSettings } from './client-settings.ts';
import { EventPlatformError } from './event-platform-error.ts';
import { type Operations, operations } from './generated/operations.gen.ts';
import type { InvitationAccepted, Picture, SignedIn, TokenPair } from './generated/types.gen.ts';
import type { CallOptions, OperationDescription } from './operation.ts';
import { pictureTypeOf } from './picture-type.ts';
import { openSession } from './session.ts';
import type { Tokens } from './storage.ts';
import { type InvitationOutcome, keptInvitations } from './stored-invitations.ts';

/** What the client does beyond sending a request. */
interface OwnCalls {
  /**
   * Signs in with the code from the SMS, saves the tokens, then accepts the kept invitations. If only saving fails (`storage_failed`) the session waits in memory, and
   * the next call saves it.
   */
  checkCode(
    args: Parameters<Operations['checkCode']>[0],
    options?: CallOptions,
  ): Promise<SignedIn & { readonly invitations: readonly InvitationOutcome[] }>;
  /**
   * Sends a picture, such as the `File` of an input: JPEG, PNG, WebP or AVIF, at most 10 MiB. Its `id` is what `coverId` and
   * `avatarId` take.
   */
  uploadPicture(file: Blob | Uint8Array, options?: CallOptions): Promise<Picture>;
  /** Refreshes the session now, as calls do when they need it. Rejects with `unauthenticated` without a session. */
  refreshSession(): Promise<Tokens>;
  /** Ends the session and forgets its tokens; with a refresh token ends the session of that one. */
  logOut: Operations['logOut'];
  /** Whether there are tokens of a session; it may have ended elsewhere. */
  isSignedIn(): Promise<boolean>;
  /** Keeps an invitation's token or link until the next sign-in, which accepts it. */
  keepInvitation(tokenOrLink: string): Promise<void>;
  /** Accepts what is kept, for instance after a sign-in whose network failed. */
  acceptStoredInvitations(): Promise<readonly InvitationOutcome[]>;
}

/** The operations of the service by name, with the session, the retries and the invitations of an app. */
export type EventPlatformClient = Omit<Operations, keyof OwnCalls> & OwnCalls;

type Args = Readonly<Record<string, unknown>>;

/** Creates a client; throws an `EventPlatformError` for settings or a runtime that cannot work. */
export const createClient = (settings: ClientSettings): EventPlatformClient => {
  const parsedSettings = parseSettings(settings);
  const anonymously = callOperation(parsedSettings, null);
  const session = openSession({
    storage: parsedSettings.tokens,
    exchange: async (refreshToken, key) =>
      (await anonymously(
        operations.refreshSession,
        { refreshToken },
        { idempotencyKey: `"${key}"` },
      )) as TokenPair,
    onSignedOut: parsedSettings.onSignedOut,
    timeout: parsedSettings.transport.timeout,
  });
  const call = callOperation(parsedSettings, session);

  const toMethod = (operation: OperationDescription) => {
    const method = (args: Args = {}, options?: CallOptions) => call(operation, args, options);
    const { largestPage } = operation;
    if (largestPage === undefined) return method;
    const all = (args: Args = {}, options?: CallOptions) => {
      const limit = typeof args.limit === 'number' ? args.limit : largestPage;
      const readPage = async (position: Args) =>
        (await call(operation, { ...args, ...position }, options)) as { readonly data: readonly unknown[] };
      return allPages(readPage, limit);
    };
    return Object.assign(method, { all });
  };

  // The interface and the table are generated together; the compiler cannot follow a loop over the names.
  const methods = Object.fromEntries(
    Object.entries(operations).map(([name, operation]) => [name, toMethod(operation)]),
  ) as unknown as Operations;

  const invitations = keptInvitations(
    parsedSettings.invitations,
    async (args, options) => (await call(operations.acceptInvitation, args, options)) as InvitationAccepted,
  );

  return {
    ...methods,
    checkCode: async (args, options) => {
      const signedIn = (await call(operations.checkCode, args, options)) as SignedIn;
      await session.begin(signedIn);
      return { ...signedIn, invitations: await invitations.acceptAll() };
    },
    uploadPicture: async (file, options) =>
      (await call(operations.uploadPicture, { file, type: await pictureTypeOf(file) }, options)) as Picture,
    refreshSession: async () => {
      const tokens = await session.tokens();
      if (tokens) return session.renew(tokens);
      throw new EventPlatformError('No user is signed in.', { code: 'unauthenticated' });
    },
    logOut: async (args = {}, options) => {
      const tokens = await session.tokens();
      const response = await methods.logOut(args, options);
      if ((args.refreshToken ?? tokens?.refreshToken) === tokens?.refreshToken)
        await session.end('logged_out');
      return response;
    },
    deleteAccount: async (args, options) => {
      await methods.deleteAccount(args, options);
      await session.end('account_deleted');
    },
    isSignedIn: async () => (await session.tokens()) !== null,
    keepInvitation: invitations.keep,
    acceptStoredInvitations: invitations.acceptAll,
  };
};
