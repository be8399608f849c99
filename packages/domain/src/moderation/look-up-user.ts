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

/** Looks up an account for a reason, which the audit log keeps. Throws `not_found`, `invalid_request`. */
export const lookUpUser =
  ({ stores, clock, auditLog, phones }: Pick<Dependencies, 'stores' | 'clock' | 'auditLog' | 'phones'>) =>
  async (command: LookUpUser): Promise<UserDossier> => {
    const reason = reasonOf(command);
    if ((command.phone === undefined) === (command.id === undefined))
      throw refuseInput({ path: '', message: 'must have either phone or id' });
    const id = command.id === undefined ? null : parseId<'user'>(command.id);
    const user =
      command.phone === undefined
        ? id && (await stores.users.find(id))
        : await stores.users.findByPhone(parsePhone(phones, command.phone).e164);
    auditLog.record({ event: 'account_looked_up', ...actor(command), subjectId: user?.id, reason });
    if (!user) throw refuse('not_found');
    const [counts, sessions] = await Promise.all([
      stores.moderation.counts(user.id),
      stores.ownSessions.aliveOf(user.id, clock.now(), limits.sessions),
    ]);
    return { user, counts, sessions };
  };
