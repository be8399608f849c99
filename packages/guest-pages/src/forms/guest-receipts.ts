import type { SessionId } from '@event-platform/domain';
import { signedValues } from './signed-values.ts';

/**
 * Proofs in a page's form of who has just answered on it with a code: they name the session that the code began, which ends
 * them.
 */
export interface GuestReceipts {
  issue(path: string, sessionId: SessionId): string;
  /** The id of a session, alive or not; null for a receipt of another page. */
  read(path: string, receipt: string): string | null;
}

export const guestReceipts = (secrets: readonly Buffer[]): GuestReceipts => {
  // The page is a part of the key, so that its path may be of any length.
  const of = (path: string) => signedValues(secrets, `guest receipt\n${path}`);
  return {
    issue: (path, sessionId) => of(path).sign(sessionId),
    read: (path, receipt) => of(path).read(receipt),
  };
};
