import { type Clock, parseId, type UserId } from '@event-platform/domain';
import { signedValues } from './signed-values.ts';

/** How long a guest may change an answer without a new code, in milliseconds. */
const lifetime = 30 * 60_000;

/** Proofs in a page's form of who has just answered on it with a code; nothing of them is stored. */
export interface GuestReceipts {
  issue(path: string, userId: UserId): string;
  /** Null for a receipt of another page, and for an old one. */
  read(path: string, receipt: string): UserId | null;
}

export const guestReceipts = (secrets: readonly Buffer[], clock: Clock): GuestReceipts => {
  // The page is a part of the key, so that its path may be of any length.
  const of = (path: string) => signedValues(secrets, `guest receipt\n${path}`);
  return {
    issue: (path, userId) => of(path).sign(`${userId} ${clock.now().getTime() + lifetime}`),
    read: (path, receipt) => {
      const [id = '', until] = of(path).read(receipt)?.split(' ') ?? [];
      return clock.now().getTime() < Number(until ?? 0) ? parseId<'user'>(id) : null;
    },
  };
};
