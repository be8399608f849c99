import type { Dependencies } from '../dependencies.ts';
import type { UserId } from '../ids.ts';
import { changeSignIn } from '../sign-in/change-sign-in.ts';
import { forgetOwner } from '../sign-in/sign-in-record.ts';

/**
 * Erases the caller's account (see {@link UserStore.erase}); the phone's guess budgets stay spent. Repeating
 * it changes nothing.
 */
export const deleteAccount =
  ({ stores, clock }: Pick<Dependencies, 'stores' | 'clock'>) =>
  async ({ userId }: { readonly userId: UserId }): Promise<void> => {
    const user = await stores.users.find(userId);
    if (!user) return;
    await stores.users.erase(userId, clock.now());
    await changeSignIn(stores.signIns, user.phone, (record) => ({
      record: forgetOwner(record),
      outcome: undefined,
    }));
  };
