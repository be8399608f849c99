import { type Dependencies, guessBudgetUse, smsShareUse } from '@event-platform/domain';
import { Gauge, type Registry } from 'prom-client';
import { latestOf } from './latest-of.ts';

/** A budget of nothing is spent. */
const ratio = (used: number, limit: number): number => (limit > 0 ? used / limit : 1);

/** How much of the day's budgets of sign-in is spent. All processes share them: their reports are not added up. */
export const signInMetrics = (
  registry: Registry,
  { stores: { quotas }, settings, clock }: Pick<Dependencies, 'stores' | 'settings' | 'clock'>,
): void => {
  const shares = latestOf(() => smsShareUse(quotas, settings, clock.now()));
  const guesses = latestOf(() => guessBudgetUse(quotas, clock.now()));
  new Gauge({
    name: 'event_platform_sms_share_used_ratio',
    help: 'The part of a share of the day’s unconverted SMS that is spent: owners, accounts, networks, unknownCallers.',
    labelNames: ['share'],
    registers: [registry],
    aggregator: 'max',
    async collect() {
      this.reset();
      for (const { share, used, limit } of (await shares()) ?? []) this.set({ share }, ratio(used, limit));
    },
  });
  new Gauge({
    name: 'event_platform_sign_in_guesses_used_ratio',
    help: 'The part of the day’s wrong guesses of all phones that is spent, by kind of caller.',
    labelNames: ['kind'],
    registers: [registry],
    aggregator: 'max',
    async collect() {
      this.reset();
      for (const { kind, used, limit } of (await guesses()) ?? []) this.set({ kind }, ratio(used, limit));
    },
  });
};
