import type { Dependencies } from '../dependencies.ts';
import { parseId } from '../ids.ts';
import type { BlockUser } from './block-user.ts';

/** Ends a block of the caller; for a user who is not blocked, and for an unknown one, nothing changes. */
export const unblockUser =
  ({ stores }: Pick<Dependencies, 'stores'>) =>
  async ({ callerId, userId }: BlockUser): Promise<void> => {
    const other = parseId<'user'>(userId);
    if (other) await stores.blocks.remove(callerId, other);
  };
