/** Counted budgets, shared by all replicas. A key names one budget in one period. */
export interface Quotas {
  /**
   * Takes `amount` from the budget `key` unless more than `limit` would then be taken; false when refused,
   * which changes nothing. The count is removed some time after `until`.
   */
  take(key: string, amount: number, limit: number, until: Date): Promise<boolean>;
  /** Gives back what was taken but not used; never below zero, unknown keys are ignored. */
  giveBack(key: string, amount: number): Promise<void>;
}
