import type { Dependencies } from '../dependencies.ts';
import type { WithOrigin } from '../origin.ts';
import type { Caller } from '../sessions/authenticate.ts';
import { requireFresh } from '../sessions/require-fresh.ts';
import { changeSignIn } from './change-sign-in.ts';
import { forgetOwner } from './sign-in-record.ts';

/**
 * Erases the caller's account (see {@link UserStore.erase}); the phone's guess budgets stay spent. Throws
 * `fresh_sign_in_required` unless the session began by a code just now: an unlocked device or a stolen token must not
 * be enough.
 */
export const deleteAccount =
  (dependencies: Pick<Dependencies, 'stores' | 'clock' | 'auditLog'>) =>
  async ({ userId, sessionId, origin }: Caller & WithOrigin): Promise<void> => {
    const { stores, clock, auditLog } = dependencies;
    await requireFresh(dependencies, { userId, sessionId });
    const user = await stores.users.find(userId);
    if (!user) return;
    if (!(await stores.users.erase(userId, clock.now()))) return;
    await changeSignIn(stores.signIns, user.phone, (record) => ({ record: forgetOwner(record) }));
    await stores.signIns.forgetPhone(user.phone);
    auditLog.record({ event: 'account_erased', userId, origin });
  };
