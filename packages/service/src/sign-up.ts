import {
  type Dependencies,
  generatedUsername,
  newUser,
  type User,
  type UserId,
  UsernameTaken,
} from '@event-platform/domain';

/** Somebody who is to have an account without signing in first. */
export interface NewAccount {
  /** In E.164 form. */
  readonly phone: string;
  readonly name: string;
  /** Generated when absent or somebody else's. */
  readonly username?: string;
  readonly bio?: string;
  readonly city?: string;
}

/** The user of a phone: the one who is there, as they are, or a new one. */
export const signUp =
  ({ stores, ids, tokens, clock }: Pick<Dependencies, 'stores' | 'ids' | 'tokens' | 'clock'>) =>
  async ({ phone, name, username, bio = '', city = '' }: NewAccount): Promise<User> => {
    for (let wanted = username; ; wanted = undefined) {
      try {
        const fresh = newUser(
          ids.next() as UserId,
          phone,
          wanted ?? generatedUsername(tokens.next()),
          clock.now(),
        );
        const { user } = await stores.users.signUp({ ...fresh, name, bio, city });
        return user;
      } catch (error) {
        if (!(error instanceof UsernameTaken)) throw error;
      }
    }
  };
