import type { Charge, Taking } from '../../quotas/charge.ts';

/** Counted budgets, shared by all replicas, that survive restarts. */
export interface Quotas {
  /**
   * Takes all charges, or none when one of the budgets has too little left. Parallel calls are counted one
   * after the other. A charge of an admin, or of an account that does not exist, is allowed and not counted.
   * The keys differ.
   */
  takeAll<Of extends Charge>(charges: readonly Of[], at: Date): Promise<Taking<Of>>;
  /**
   * The same for each group of charges by itself, in one atomic step; no two charges of all groups share a
   * key.
   */
  takeEach<Of extends Charge>(groups: readonly (readonly Of[])[], at: Date): Promise<readonly Taking<Of>[]>;
  /**
   * Gives back what was taken but not used; never below zero, unknown keys are ignored. Not for sliding
   * windows.
   */
  giveBack(key: string, amount: number): Promise<void>;
  /** What is taken from a budget whose key names its period; 0 for an unknown key. */
  amountTaken(key: string): Promise<number>;
  /** The uses of a sliding window after `since`, and the oldest of them; for an unknown key none. */
  usesSince(key: string, since: Date): Promise<{ readonly count: number; readonly oldest: Date | null }>;
}
