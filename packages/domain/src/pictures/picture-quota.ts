import type { Dependencies } from '../dependencies.ts';
import type { UserId } from '../ids.ts';
import { accountCharge, accountLimit } from '../quotas/account-quota.ts';
import { refuseSpent } from '../quotas/use-quota.ts';
import { picturePolicy } from './picture.ts';

/** Counts a picture of an hour and of a day. Throws `rate_limited`. */
export const usePictureQuota = async (
  { stores, clock, settings }: Pick<Dependencies, 'stores' | 'clock' | 'settings'>,
  user: UserId,
): Promise<void> => {
  const now = clock.now();
  const charges = (['pictures', 'daily-pictures'] as const).flatMap(
    (budget) => accountCharge(user, budget, settings, now) ?? [],
  );
  const { refusal } = await stores.quotas.takeAll(charges, now);
  if (!refusal) return;
  const isOfDay = refusal.charge.key.startsWith('daily-');
  throw refuseSpent(isOfDay ? 'daily-pictures' : 'pictures', refusal, now, 'pictures');
};

/** How many pictures an account may keep; null for no limit. */
export const pictureLimit = ({ clock, settings }: Pick<Dependencies, 'clock' | 'settings'>): number | null =>
  accountLimit(picturePolicy.kept, settings, clock.now())?.usual ?? null;
