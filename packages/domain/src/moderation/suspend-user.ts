import type { Dependencies } from '../dependencies.ts';
import { requireId, type UserId } from '../ids.ts';
import { filesJob } from '../pictures/picture-files.ts';
import { refuse } from '../problem.ts';
import { type Act, actor, reasonOf } from './act.ts';
import { findNamed } from './look-up-user.ts';

/** An act on an account, by its id or by its phone. */
export type SuspendUser = Act &
  (
    | { readonly userId: string; readonly phone?: undefined }
    | { readonly userId?: undefined; readonly phone: string }
  );

/** An account after an operator's act. */
export interface ModeratedUser {
  readonly id: UserId;
  /** False when it was so already: then the audit log has no entry. */
  readonly hasChanged: boolean;
  /** Null when it is not suspended. */
  readonly suspended: { readonly reason: string; readonly at: Date } | null;
}

type ModerationDependencies = Pick<Dependencies, 'stores' | 'clock' | 'auditLog' | 'ids' | 'phones'>;

/** The account's id. To find it by its phone is no look-up: nothing of it is shown. */
const idOf = async (
  dependencies: ModerationDependencies,
  { phone, userId }: SuspendUser,
): Promise<UserId> => {
  if (phone === undefined) return requireId<'user'>(userId);
  const user = await findNamed(dependencies, { phone });
  if (!user) throw refuse('not_found');
  return user.id;
};

/**
 * Suspends an account (see {@link ModerationStore.suspend}). Throws `not_found`, `is_operator`, `invalid_request` (the
 * reason).
 */
export const suspendUser =
  (dependencies: ModerationDependencies) =>
  async (command: SuspendUser): Promise<ModeratedUser> => {
    const { stores, clock, auditLog } = dependencies;
    const reason = reasonOf(command);
    const id = await idOf(dependencies, command);
    const outcome = await stores.moderation.suspend(id, { reason, at: clock.now() });
    if (outcome === 'unknown') throw refuse('not_found');
    if (outcome === 'is_operator') throw refuse('is_operator');
    const hasChanged = outcome === 'changed';
    if (hasChanged) await stores.jobs.add([filesJob(dependencies, { userId: id })]);
    if (hasChanged) auditLog.record({ event: 'account_suspended', ...actor(command), subjectId: id, reason });
    const user = await stores.users.find(id);
    return {
      id,
      hasChanged,
      suspended: user?.suspendedAt ? { reason: user.suspensionReason as string, at: user.suspendedAt } : null,
    };
  };

/** Ends a suspension. Throws `not_found`, `invalid_request` (the reason). */
export const liftSuspension =
  (dependencies: ModerationDependencies) =>
  async (command: SuspendUser): Promise<ModeratedUser> => {
    const { stores, auditLog } = dependencies;
    const reason = reasonOf(command, '/reason', true);
    const id = await idOf(dependencies, command);
    const outcome = await stores.moderation.lift(id);
    if (outcome === 'unknown') throw refuse('not_found');
    const hasChanged = outcome === 'changed';
    if (hasChanged) await stores.jobs.add([filesJob(dependencies, { userId: id })]);
    if (hasChanged) auditLog.record({ event: 'suspension_lifted', ...actor(command), subjectId: id, reason });
    return { id, hasChanged, suspended: null };
  };
