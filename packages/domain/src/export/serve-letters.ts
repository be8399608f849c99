import type { Dependencies } from '../dependencies.ts';
import type { UserId } from '../ids.ts';
import { actor, reasonOf } from '../moderation/act.ts';
import { findNamed, type LookUpUser } from '../moderation/look-up-user.ts';
import { refuse } from '../problem.ts';
import { eraseAccount } from '../sign-in/delete-account.ts';
import type { User } from '../users/user.ts';
import { batchesOf } from './export-account.ts';
import type { ExportBatch } from './export-sections.ts';

type LetterDependencies = Pick<
  Dependencies,
  'stores' | 'clock' | 'ids' | 'auditLog' | 'phones' | 'pictureStore'
>;

/** All that is kept about a user who asked by letter. Throws `not_found`, `invalid_request`. */
export const exportUser =
  (dependencies: LetterDependencies) =>
  async (
    command: LookUpUser,
  ): Promise<{ readonly id: UserId; readonly batches: AsyncIterable<ExportBatch> }> => {
    const reason = reasonOf(command);
    const user = await findNamed(dependencies, command);
    if (!user) throw refuse('not_found');
    const entry = { event: 'data_exported', ...actor(command), subjectId: user.id, reason } as const;
    // Once it is read: a file that cannot be written holds nothing.
    async function* batches(): AsyncIterable<ExportBatch> {
      dependencies.auditLog.record(entry);
      yield* batchesOf(dependencies, user as User);
    }
    return { id: user.id, batches: batches() };
  };

/**
 * Erases the account of a user who asked by letter, as they could themselves. Throws `not_found`, `is_operator`,
 * `invalid_request`.
 */
export const eraseUser =
  (dependencies: LetterDependencies) =>
  async (command: LookUpUser): Promise<{ readonly id: UserId }> => {
    const reason = reasonOf(command);
    const user = await findNamed(dependencies, command);
    if (user?.role === 'admin') throw refuse('is_operator');
    if (!user || !(await eraseAccount(dependencies, user))) throw refuse('not_found');
    const entry = { event: 'account_erased', ...actor(command), subjectId: user.id, reason } as const;
    dependencies.auditLog.record(entry);
    return { id: user.id };
  };
