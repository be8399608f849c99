import type { SessionId } from './ids.ts';

/** Where a command comes from. */
export interface Origin {
  /** The session that sent it; null without one. */
  readonly sessionId: SessionId | null;
  /** The caller's address prefix: /24 of IPv4, /48 of IPv6. */
  readonly network: string;
}

/** A command whose success the audit log keeps. */
export interface WithOrigin {
  /** Absent for a command that no request carries, such as an import. */
  readonly origin?: Origin | undefined;
}
