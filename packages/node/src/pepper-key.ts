import { hkdfSync } from 'node:crypto';

/** What keys are derived from the pepper for. */
export type PepperUse =
  | 'refresh token'
  | 'idempotency key'
  | 'audit log'
  | 'key name'
  | 'form token'
  | 'email code'
  | 'sign-in phone'
  | 'mailbox keys'
  | ProofUse;

/** A proof of work has its challenge signed, and the solution that is expected. */
type ProofUse = 'proof of work' | 'proof of work solution' | 'proof of work phone';

/**
 * The key for one use of the pepper (HKDF, RFC 5869). No key tells anything of the pepper or of another one; and none
 * depends on the access token keys, which can be rotated without ending sessions.
 */
export const pepperKey = (pepper: Buffer, use: PepperUse): Buffer =>
  Buffer.from(hkdfSync('sha256', pepper, Buffer.alloc(0), `event-platform ${use}`, 32));
