import type { Dependencies } from '../dependencies.ts';
import type { UserId } from '../ids.ts';
import { refuse } from '../problem.ts';
import type { User } from './user.ts';

/** The caller's own profile. Throws `unauthenticated` when the account is gone. */
export const getProfile =
  ({ stores }: Pick<Dependencies, 'stores'>) =>
  async ({ userId }: { readonly userId: UserId }): Promise<User> => {
    const user = await stores.users.find(userId);
    if (!user) throw refuse('unauthenticated');
    return user;
  };
