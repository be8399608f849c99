import type { Dependencies } from '../dependencies.ts';
import { refuse } from '../problem.ts';
import type { PublicUser } from './user.ts';

/** The public fields of the user with a username, compared without case. Throws `not_found`. */
export const findUser =
  ({ stores }: Pick<Dependencies, 'stores'>) =>
  async ({ username }: { readonly username: string }): Promise<PublicUser> => {
    const user = await stores.users.findByUsername(username);
    if (!user) throw refuse('not_found');
    return user;
  };
