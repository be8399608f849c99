import type { Clock, Domain, Quotas, RunOnce } from '@event-platform/domain';
import type { FastifyBaseLogger } from 'fastify';
import type { App } from './app.ts';
import type { AppSettings } from './app-settings.ts';
import type { Pages, PagesContext } from './pages.ts';
import type { ReadYourWrites } from './plugins/caching/read-your-writes.ts';
import type { GeneralLimit } from './plugins/limits/general-limit.ts';
import type { LoggedResponse } from './plugins/records/response-log.ts';
import type { Timeouts } from './server-options.ts';

/** Everything the application is built from. */
export interface AppDependencies {
  readonly domain: Domain;
  /** Runs requests with an `Idempotency-Key`, over the same stores as the domain. */
  readonly runOnce: RunOnce;
  /** Counts the calls of the rate-limited routes, for all replicas together. */
  readonly quotas: Pick<Quotas, 'takeAll'>;
  readonly clock: Clock;
  /** Absent: calls are limited only where a route says so. */
  readonly generalLimit?: GeneralLimit | undefined;
  /** Absent where every read sees every write. */
  readonly readYourWrites?: ReadYourWrites | undefined;
  /** Absent: the API is served alone. */
  readonly pages?: ((context: PagesContext) => Pages) | undefined;
  readonly settings: AppSettings;
  /** Rejects while the database is out of reach. */
  readonly ready: () => Promise<unknown>;
  /** Whether the service is about to end: it still serves, but is not ready for more. */
  readonly isDraining: () => boolean;
  readonly logger: FastifyBaseLogger;
  /** Called once for each response, after it was sent or its client closed the connection. */
  readonly onResponseLogged?: ((response: LoggedResponse) => void) | undefined;
  /** Says for the log why a dependency does not do its part, such as a full disk, without data of people. */
  readonly outageInWords?: ((cause: unknown) => string) | undefined;
  /** May observe the application: called before anything is added to it. */
  readonly instrument?: ((app: App) => Promise<void>) | undefined;
  /** Replaces some of the defaults in `server-options.ts`. */
  readonly timeouts?: Partial<Timeouts>;
}
