import type { Dependencies } from '../dependencies.ts';
import { parseId } from '../ids.ts';
import { limits } from '../limits.ts';
import type { AccountCounts } from '../ports/operators/moderation-store.ts';
import { refuse, refuseInput } from '../problem.ts';
import type { Session } from '../sessions/session.ts';
import { parsePhone } from '../sign-in/phones/reachable-phone.ts';
import type { User } from '../users/user.ts';
import { type Act, actor, reasonOf } from './act.ts';

/** Exactly one of both. */
export interface LookUpUser extends Act {
  readonly phone?: string | undefined;
  readonly id?: string | undefined;
}

/** What an operator sees of an account. */
export interface UserDossier {
  readonly user: User;
  readonly counts: AccountCounts;
  /** Those that are alive, the one used last first. */
  readonly sessions: readonly Session[];
}

/** The account that an operator names; null for an unknown one. Throws `invalid_request`. */
export const findNamed = async (
  { stores, phones }: Pick<Dependencies, 'stores' | 'phones'>,
  { phone, id }: Pick<LookUpUser, 'phone' | 'id'>,
): Promise<User | null> => {
  if ((phone === undefined) === (id === undefined))
    throw refuseInput({ path: '', message: 'must have either phone or id' });
  if (phone !== undefined) return stores.users.findByPhone(parsePhone(phones, phone).e164);
  const userId = parseId<'user'>(id as string);
  return userId && stores.users.find(userId);
};

/** Looks up an account for a reason, which the audit log keeps. Throws `not_found`, `invalid_request`. */
export const lookUpUser =
  (dependencies: Pick<Dependencies, 'stores' | 'clock' | 'auditLog' | 'phones'>) =>
  async (command: LookUpUser): Promise<UserDossier> => {
    const { stores, clock, auditLog } = dependencies;
    const reason = reasonOf(command);
    const user = await findNamed(dependencies, command);
    auditLog.record({ event: 'account_looked_up', ...actor(command), subjectId: user?.id, reason });
    if (!user) throw refuse('not_found');
    const [counts, sessions] = await Promise.all([
      stores.moderation.counts(user.id),
      stores.ownSessions.aliveOf(user.id, clock.now(), limits.sessions),
    ]);
    return { user, counts, sessions };
  };
