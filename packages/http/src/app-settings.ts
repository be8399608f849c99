import type { OperatorContact } from '@event-platform/domain';
import type { RelaxedStartLimit } from './plugins/limits/start-limit.ts';
import type { JwtKey } from './security/access-tokens.ts';

/** What an operator decides about the HTTP interface. */
export interface AppSettings {
  /** Name of the platform, as the OpenAPI document, its reference and calendars show it. */
  readonly appName: string;
  /** How people reach the operator: `info` of the OpenAPI document; absent by default. */
  readonly contact?: OperatorContact | undefined;
  /** Where clients reach the service: http or https, without a trailing slash. */
  readonly publicUrl: string;
  /** Keys of access tokens; the first signs, all verify. */
  readonly jwtKeys: readonly JwtKey[];
  /** Keys of refresh tokens, each of at least 32 bytes; the first issues, all read. */
  readonly refreshSecrets: readonly Buffer[];
  /** Addresses and CIDR ranges of the proxies whose `X-Forwarded-For` is trusted; empty trusts none. */
  readonly trustProxy: readonly string[];
  /** Origins whose pages may call the service, `*` for all, `loopback` for those of this machine; empty allows none. */
  readonly corsOrigins: readonly string[];
  /** ISO 4217 code of the one currency of all prices. */
  readonly currency: string;
  /** Where pictures are; absent: below `publicUrl`, served by others, and received in the folder for temporary files. */
  readonly pictures?:
    | {
        /** Where their files are fetched: http or https, without a trailing slash. */
        readonly url: string;
        /** The folder that receives what is sent. */
        readonly uploads: string;
        /** The folder that this service serves them from; null where another one does. */
        readonly folder: string | null;
      }
    | undefined;
  /** Requests in flight at most; the service responds 503 to any more. */
  readonly maxConcurrentRequests: number;
  /** For a service under development; absent: the limit of `otp/start` by address holds for every caller. */
  readonly relaxedStartLimit?: RelaxedStartLimit | undefined;
}
