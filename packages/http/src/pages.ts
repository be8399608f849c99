import type { RunOnce, UnopenedDomain } from '@event-platform/domain';
import type { RateLimitOptions } from '@fastify/rate-limit';
import type { App } from './app.ts';
import type { AppSettings } from './app-settings.ts';
import type { Links } from './links.ts';
import type { ReceivePicture } from './pictures/upload.ts';
import type { ReadYourWrites } from './plugins/caching/read-your-writes.ts';
import type { RateLimitsOptions } from './plugins/limits/rate-limits.ts';
import type { NotFoundOptions } from './plugins/protocol/not-found.ts';

/** What an application gives to the pages that it serves beside the API. */
export interface PagesContext extends RateLimitsOptions {
  readonly domain: UnopenedDomain;
  /** Runs a form once for its token, as the API runs a request for its `Idempotency-Key`. */
  readonly runOnce: RunOnce;
  readonly links: Links;
  /** Takes the file of a form. */
  readonly receivePicture: ReceivePicture;
  readonly readYourWrites?: ReadYourWrites | undefined;
  readonly settings: Pick<AppSettings, 'publicUrl' | 'currency'>;
  /** The limit of routes that send SMS, the same as of the API. */
  readonly startLimit: RateLimitOptions;
}

/** Pages for browsers beside the API, such as those of `@event-platform/guest-pages`. */
export interface Pages {
  /** A Fastify plugin that adds their routes, `/problems` and `/problems/:code` among them. */
  readonly routes: (app: App) => Promise<void>;
  /** Shows a page where no route is; null for requests that no page fits. */
  readonly notFound: NonNullable<NotFoundOptions['page']>;
}
