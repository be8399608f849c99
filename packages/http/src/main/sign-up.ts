import { type Needs, type User, type UserId, UsernameTaken } from '@event-platform/domain';

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

const generatedUsername = (token: string): string =>
  `user-${`${token.toLowerCase().replace(/[^a-z0-9]/g, '')}00000000`.slice(0, 8)}`;

/** The user of a phone: the one who is there, as they are, or a new one. */
export const signUp =
  ({ stores, ids, tokens, clock }: Pick<Needs, 'stores' | 'ids' | 'tokens' | 'clock'>) =>
  async ({ phone, name, username, bio = '', city = '' }: NewAccount): Promise<User> => {
    for (let wanted = username; ; wanted = undefined) {
      try {
        const { user } = await stores.users.signUp({
          id: ids.next() as UserId,
          phone,
          name,
          username: wanted ?? generatedUsername(tokens.next()),
          avatar: null,
          bio,
          role: 'user',
          city,
          peacesBalance: 0,
          createdAt: clock.now(),
        });
        return user;
      } catch (error) {
        if (!(error instanceof UsernameTaken)) throw error;
      }
    }
  };
