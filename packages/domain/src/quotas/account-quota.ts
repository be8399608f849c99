import type { UserId } from '../ids.ts';
import type { accountBudgets } from '../problem.ts';
import type { DomainSettings } from '../settings.ts';
import { after, day, hour } from '../time.ts';
import type { User } from '../users/user.ts';

/**
 * How much one account may do, so that no account's data grows without bound and no program writes what a person would
 * not (ADR 0030). A person who organizes for a living stays far below it; admins are free of it.
 */
export const accountPolicy = {
  quotas: {
    'daily-events': { limit: 100, span: day, what: 'events made within 24 hours' },
    'daily-circles': { limit: 20, span: day, what: 'circles made within 24 hours' },
    'event-changes': { limit: 300, span: hour, what: 'changes of events within an hour' },
    'answers-and-saves': { limit: 1_000, span: hour, what: 'answers and saves within an hour' },
  },
  /** Circles of one account at the same time. */
  circles: 200,
  /** An account younger than this has a share of each limit: new accounts cost an attacker next to nothing. */
  youngFor: day,
  youngShare: 1 / 10,
} as const satisfies Record<string, unknown> & {
  readonly quotas: Partial<Record<(typeof accountBudgets)[number], unknown>>;
};

export type AccountBudget = keyof typeof accountPolicy.quotas;

/** A limit that depends on the account it is for. Admins have none. */
export interface AccountLimit {
  readonly usual: number;
  /** For accounts created after `youngSince`. */
  readonly young: number;
  readonly youngSince: Date;
}

/** A limit on what an account does within `span` milliseconds, which begin with its first use. */
export interface AccountQuota {
  readonly budget: AccountBudget;
  readonly limit: AccountLimit;
  readonly span: number;
}

/** A use that was refused: the limit of the account, and when its next span begins. */
export interface QuotaSpent {
  readonly limit: number;
  readonly until: Date;
}

/** The limit for one account; null for none. */
export const limitFor = (
  { role, createdAt }: Pick<User, 'role' | 'createdAt'>,
  { usual, young, youngSince }: AccountLimit,
): number | null => {
  if (role === 'admin') return null;
  return createdAt > youngSince ? young : usual;
};

/** A limit of the policy under the operator's scale; at least 1. Null when the operator turned quotas off. */
export const accountLimit = (
  limit: number,
  { quotaScale }: Pick<DomainSettings, 'quotaScale'>,
  now: Date,
): AccountLimit | null =>
  quotaScale === 0
    ? null
    : {
        usual: scaled(limit * quotaScale),
        young: scaled(limit * quotaScale * accountPolicy.youngShare),
        youngSince: after(now, -accountPolicy.youngFor),
      };

/** Whole and at least 1; the tolerance keeps what binary fractions add from becoming one more. */
const scaled = (limit: number): number => Math.max(1, Math.ceil(limit - 1e-9));

/** The quota of an account, or null when it has none. */
export const accountQuota = (
  user: UserId,
  budget: AccountBudget,
  settings: Pick<DomainSettings, 'quotaScale' | 'eventQuotas'>,
  now: Date,
): AccountQuota | null => {
  const { limit: policy, span } = accountPolicy.quotas[budget];
  const limit = accountLimit(policy, settings, now);
  if (!limit) return null;
  const own = budget === 'daily-events' ? settings.eventQuotas[user] : undefined;
  return { budget, span, limit: own === undefined ? limit : { ...limit, usual: own, young: own } };
};
