import type { Dependencies } from '../dependencies.ts';
import { requireId, type UserId } from '../ids.ts';
import { refuse } from '../problem.ts';
import { type Act, actor, reasonOf } from './act.ts';

export interface SuspendUser extends Act {
  readonly userId: string;
}

/** An account after an operator's act; null when it is not suspended. */
export interface ModeratedUser {
  readonly id: UserId;
  readonly suspended: { readonly reason: string; readonly at: Date } | null;
}

type ModerationDependencies = Pick<Dependencies, 'stores' | 'clock' | 'auditLog'>;

/**
 * Suspends an account (see {@link ModerationStore.suspend}). Throws `not_found`, `is_operator`, `invalid_request` (the
 * reason).
 */
export const suspendUser =
  ({ stores, clock, auditLog }: ModerationDependencies) =>
  async (command: SuspendUser): Promise<ModeratedUser> => {
    const [reason, id] = [reasonOf(command), requireId<'user'>(command.userId)];
    const suspension = { reason, at: clock.now() };
    const outcome = await stores.moderation.suspend(id, suspension);
    if (outcome === 'unknown') throw refuse('not_found');
    if (outcome === 'is_operator') throw refuse('is_operator');
    auditLog.record({ event: 'account_suspended', ...actor(command), subjectId: id, reason });
    return { id, suspended: suspension };
  };

/** Ends a suspension. Throws `not_found`, `invalid_request` (the reason). */
export const liftSuspension =
  ({ stores, auditLog }: ModerationDependencies) =>
  async (command: SuspendUser): Promise<ModeratedUser> => {
    const [reason, id] = [reasonOf(command, '/reason', true), requireId<'user'>(command.userId)];
    if (!(await stores.moderation.lift(id))) throw refuse('not_found');
    auditLog.record({ event: 'suspension_lifted', ...actor(command), subjectId: id, reason });
    return { id, suspended: null };
  };
