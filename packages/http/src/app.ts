import type { CallWindows, Clock, Domain, SnapshotVersions, UserId } from '@event-platform/domain';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type { LoggedResponse } from './plugins/response-log.ts';
import type { GeneralLimit } from './rate-limits/general-limit.ts';
import type { RelaxedStartLimit } from './rate-limits/start-limit.ts';
import type { timeouts } from './server-options.ts';

/** The HTTP application; its routes take their types from their TypeBox schemas. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression<RawServerDefault>,
  RawReplyDefaultExpression<RawServerDefault>,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/** What an operator decides about the HTTP interface. */
export interface AppSettings {
  /** What people call the platform: the name of its pages, of its OpenAPI document and of its calendars. */
  readonly appName: string;
  /** Where clients reach the service: http or https, without a slash at its end. */
  readonly publicUrl: string;
  /** Keys of access tokens, each of at least 32 bytes; the first signs, all verify. */
  readonly jwtKeys: readonly { readonly kid: string; readonly secret: Buffer }[];
  /** Key of refresh tokens, at least 32 bytes. */
  readonly refreshSecret: Buffer;
  /** Addresses and CIDR ranges of the proxies whose `X-Forwarded-For` is believed; empty trusts none. */
  readonly trustProxy: readonly string[];
  /** Origins whose pages may call the service, or `*` for all; empty allows none. */
  readonly corsOrigins: readonly string[];
  /** ISO 4217 code of the one currency that prices are in. */
  readonly currency: string;
  /** How many requests may be in the works at once; more are turned away. */
  readonly maxConcurrentRequests: number;
  /** For a service under development; absent: the limit of `otp/start` by address holds for every caller. */
  readonly relaxedStartLimit?: RelaxedStartLimit | undefined;
}

/** Where reads may lag behind writes: what lets people read their own writes all the same. */
export interface ReadYourWrites {
  /** The person may write from now on. */
  begin(user: UserId): void;
  /** They have written; resolves once every process knows. Once for each `begin`. */
  end(user: UserId): Promise<void>;
}

/** Everything the application is built from. */
export interface AppDependencies {
  readonly domain: Domain;
  /** Counts the calls of the rate-limited routes, for all replicas together. */
  readonly callWindows: CallWindows;
  /** Tell whether a remembered answer is still true. */
  readonly snapshotVersions: SnapshotVersions;
  readonly clock: Clock;
  /** Absent: calls are limited only where a route says so. */
  readonly generalLimit?: GeneralLimit | undefined;
  /** Surrounds what a caller may write by, so that they read it again; absent where all reads see all writes. */
  readonly readYourWrites?: ReadYourWrites | undefined;
  readonly settings: AppSettings;
  /** Rejects while the database is out of reach. */
  readonly ready: () => Promise<void>;
  /** Whether the service is about to end: it still serves, but is not ready for more. */
  readonly isDraining: () => boolean;
  readonly logger: FastifyBaseLogger;
  /** Told of each answer once it was sent. */
  readonly onResponseLogged?: ((answered: LoggedResponse) => void) | undefined;
  /** May watch the application: called before anything is added to it. */
  readonly instrument?: ((app: App) => Promise<void>) | undefined;
  /** Replaces some of the times in `server-options.ts`. */
  readonly timeouts?: Partial<typeof timeouts>;
}
