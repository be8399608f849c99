import type { Dependencies } from '../dependencies.ts';
import type { WithOrigin } from '../origin.ts';
import { filesJob } from '../pictures/picture-files.ts';
import type { Caller } from '../sessions/authenticate.ts';
import { requireFresh } from '../sessions/require-fresh.ts';
import type { User } from '../users/user.ts';
import { changeSignIn } from './change-sign-in.ts';
import { forgetOwner } from './sign-in-record.ts';

/**
 * Erases the caller's account (see {@link UserStore.erase}); the phone's guess budgets stay spent. Throws
 * `fresh_sign_in_required` unless the session began by a code just now: an unlocked device or a stolen token must not
 * be enough.
 */
export const deleteAccount =
  (dependencies: Pick<Dependencies, 'stores' | 'clock' | 'auditLog' | 'ids'>) =>
  async ({ userId, sessionId, origin }: Caller & WithOrigin): Promise<void> => {
    await requireFresh(dependencies, { userId, sessionId });
    const user = await dependencies.stores.users.find(userId);
    if (user && (await eraseAccount(dependencies, user)))
      dependencies.auditLog.record({ event: 'account_erased', userId, origin });
  };

/** Erases an account and what sign-in keeps of its phone's owner; false where it was erased meanwhile. */
export const eraseAccount = async (
  dependencies: Pick<Dependencies, 'stores' | 'clock' | 'ids'>,
  { id, phone }: User,
): Promise<boolean> => {
  const { stores, clock } = dependencies;
  if (!(await stores.users.erase(id, clock.now()))) return false;
  await stores.jobs.add([filesJob(dependencies, { userId: id })]);
  await changeSignIn(stores.signIns, phone, (record) => ({ record: forgetOwner(record) }));
  await stores.signIns.forgetPhone(phone);
  return true;
};
