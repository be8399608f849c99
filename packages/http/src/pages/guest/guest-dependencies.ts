import type { Clock, Domain } from '@event-platform/domain';
import type { RateLimitOptions } from '@fastify/rate-limit';
import type { Links } from '../../links.ts';
import type { ReadYourWrites } from '../../plugins/caching/read-your-writes.ts';
import type { FormTokens } from '../forms/form-token.ts';
import type { AnswerOnce } from '../forms/receipts.ts';
import type { Site } from '../layout.ts';

/** What the pages for guests depend on. */
export interface GuestDependencies {
  readonly domain: Domain;
  readonly site: Site;
  readonly links: Links;
  readonly clock: Clock;
  readonly tokens: FormTokens;
  readonly answerOnce: AnswerOnce;
  readonly readYourWrites?: ReadYourWrites | undefined;
  /** The limit of the routes that send SMS, the same as of the API. */
  readonly startLimit: RateLimitOptions;
}
