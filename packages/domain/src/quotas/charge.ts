import type { UserId } from '../ids.ts';

/** A limit that depends on the account it is for. Admins have none. */
export interface AccountLimit {
  readonly usual: number;
  /** For accounts created after `youngSince`. */
  readonly young: number;
  readonly youngSince: Date;
}

/** What the limit of an account depends on. */
export interface LimitedAccount {
  readonly role: 'user' | 'admin';
  readonly createdAt: Date;
}

/** The limit for one account; null for none. */
export const limitFor = (
  { role, createdAt }: LimitedAccount,
  { usual, young, youngSince }: AccountLimit,
): number | null => {
  if (role === 'admin') return null;
  return createdAt > youngSince ? young : usual;
};

/** A charge to a budget that is full again after the end of its span. */
export interface SpanCharge<Limit = number> {
  /** The budget: what is counted, whose it is and, for one of a UTC day, which day. */
  readonly key: string;
  readonly amount: number;
  /** The most that may be taken in one span. */
  readonly limit: Limit;
  /**
   * The end of the span if this charge begins it: the first one, or the first after the end of the span
   * before.
   */
  readonly until: Date;
}

/** A charge to a sliding window: every use counts for exactly the same time. */
export interface SlidingCharge extends Pick<SpanCharge, 'key' | 'amount' | 'limit'> {
  /** For how long a use counts, in milliseconds. */
  readonly window: number;
}

/** A charge whose limit depends on its account. */
export type AccountCharge = SpanCharge<AccountLimit & { readonly account: UserId }>;

/** What is to be taken from one budget. */
export type Charge = SpanCharge | SlidingCharge | AccountCharge;

/** A budget with too little left: its limit, and when it opens again. */
export interface QuotaSpent {
  readonly limit: number;
  readonly until: Date;
}

/** A budget after its charge was taken or refused. */
export interface BudgetUse<Of extends Charge = Charge> {
  readonly charge: Of;
  /** Null for an account that has none. */
  readonly limit: number | null;
  readonly taken: number;
  /** When its span ends; of a sliding window, when the oldest use that counts leaves it. */
  readonly until: Date;
  /** Whether it has too little left for the charge, which was refused. */
  readonly isSpent: boolean;
}

/** What became of charges that are taken together. */
export interface Taking<Of extends Charge = Charge> {
  /**
   * The first budget, in the order of the charges, that is spent; then none was charged. Null when all were.
   */
  readonly refusal: (BudgetUse<Of> & QuotaSpent) | null;
  /** The budgets in the order of the charges. */
  readonly budgets: readonly BudgetUse<Of>[];
}

/** The result for budgets that were charged, or refused, together. */
export const takingOf = <Of extends Charge>(budgets: readonly BudgetUse<Of>[]): Taking<Of> => ({
  // A budget without a limit is never spent.
  refusal: (budgets.find(({ isSpent }) => isSpent) as (BudgetUse<Of> & QuotaSpent) | undefined) ?? null,
  budgets,
});
