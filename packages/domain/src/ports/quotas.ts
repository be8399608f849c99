import type { UserId } from '../ids.ts';
import type { AccountQuota, QuotaSpent } from '../quotas/account-quota.ts';

/** Counted budgets, shared by all replicas. A key names one budget in one period. */
export interface Quotas {
  /**
   * Takes `amount` from the budget `key` unless more than `limit` would then be taken; false when refused,
   * which changes nothing. The count is removed some time after `until`.
   */
  take(key: string, amount: number, limit: number, until: Date): Promise<boolean>;
  /**
   * Takes one from each of these budgets, all different, that has less than `limit` taken; returns their keys. The
   * counts are removed some time after `until`.
   */
  takeEach(keys: readonly string[], limit: number, until: Date): Promise<ReadonlySet<string>>;
  /** Gives back what was taken but not used; never below zero, unknown keys are ignored. */
  giveBack(key: string, amount: number): Promise<void>;
  /** What is taken from the budget; 0 for an unknown key. */
  taken(key: string): Promise<number>;
  /**
   * Counts one use of an account's quota and returns null, or what is spent. A span begins with the first use after
   * the one before has ended. Parallel uses are counted one after the other. Uses of admins, and of accounts that do
   * not exist, are allowed and not counted.
   */
  use(user: UserId, quota: AccountQuota, at: Date): Promise<QuotaSpent | null>;
}
