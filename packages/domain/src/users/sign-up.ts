import type { Dependencies } from '../dependencies.ts';
import type { UserId } from '../ids.ts';
import { generatedUsername, newUser, type User } from './user.ts';
import { UsernameTaken } from './username-taken.ts';

/** The account of a phone; only the first sign-up of the phone uses the other fields. */
export interface SignUp {
  /** In E.164 form. */
  readonly phone: string;
  /** Empty when absent. */
  readonly name?: string;
  /** Generated when absent or in use. */
  readonly username?: string;
  readonly bio?: string;
  readonly city?: string;
}

/** `isNew` is true once per account: for the call that created it. */
export interface SignedUp {
  readonly user: User;
  readonly isNew: boolean;
}

/**
 * Finds the user of a phone, unchanged, or creates one. A username that is in use is replaced by a generated
 * one until it is free. Rejects only when the store does.
 * @param createdAt of a new user
 */
export const signUp =
  ({ stores, ids, tokens, clock }: Pick<Dependencies, 'stores' | 'ids' | 'tokens' | 'clock'>) =>
  async (
    { phone, name = '', username, bio = '', city = '' }: SignUp,
    createdAt: Date = clock.now(),
  ): Promise<SignedUp> => {
    for (let candidate = username; ; candidate = undefined) {
      const user = newUser(
        ids.next() as UserId,
        phone,
        candidate ?? generatedUsername(tokens.next()),
        createdAt,
      );
      try {
        return await stores.users.signUp({ ...user, name, bio, city });
      } catch (error) {
        if (!(error instanceof UsernameTaken)) throw error;
      }
    }
  };
