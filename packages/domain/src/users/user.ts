import type { UserId } from '../ids.ts';
import { limits } from '../limits.ts';
import type { Metadata, MetadataChanges } from '../metadata.ts';
import type { FieldFault } from '../problem.ts';

export type Role = 'user' | 'admin';

/**
 * A person with an account. `phone` is E.164; `avatar` is an address of elsewhere or the reference of a picture, null for the
 * service's default one.
 */
export interface User {
  readonly id: UserId;
  readonly phone: string;
  readonly name: string;
  readonly username: string;
  readonly avatar: string | null;
  readonly bio: string;
  readonly role: Role;
  readonly city: string;
  /** Proven to be theirs, and of no other account; null for none. */
  readonly email: string | null;
  /** A language tag (BCP 47) in its canonical form; null for none. */
  readonly locale: string | null;
  readonly peacesBalance: number;
  readonly metadata: Metadata;
  readonly createdAt: Date;
  /** Null unless the account is suspended. */
  readonly suspendedAt: Date | null;
  /** The operator's words, which a sign-in shows; null unless the account is suspended. */
  readonly suspensionReason: string | null;
}

/** The public fields of a user. */
export type PublicUser = Pick<User, 'id' | 'name' | 'username' | 'avatar'>;

/** The fields of a profile that its person writes. */
export type Profile = Pick<User, 'name' | 'username' | 'avatar' | 'bio' | 'city' | 'locale' | 'metadata'>;

/** Metadata changes name by name. */
export type ProfileChanges = Partial<Omit<Profile, 'metadata'>> & { readonly metadata?: MetadataChanges };

/** A user with empty name, bio and city and the role `user`. */
export const newUser = (id: UserId, phone: string, username: string, createdAt: Date): User => ({
  id,
  phone,
  name: '',
  username,
  avatar: null,
  bio: '',
  role: 'user',
  city: '',
  email: null,
  locale: null,
  peacesBalance: 0,
  metadata: {},
  createdAt,
  suspendedAt: null,
  suspensionReason: null,
});

/** `user-` and eight letters or digits taken from a secret token. */
export const generatedUsername = (token: string): string =>
  `user-${`${token.toLowerCase().replace(/[^a-z0-9]/g, '')}00000000`.slice(0, 8)}`;

const usernamePattern = /^[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$/i;

export const usernameFaults = (username: string): readonly FieldFault[] =>
  username.length >= limits.usernameMinLength &&
  username.length <= limits.usernameLength &&
  usernamePattern.test(username)
    ? []
    : [
        {
          path: '/username',
          message: `must be ${limits.usernameMinLength} to ${limits.usernameLength} letters a-z, digits, dots, hyphens or underscores, with a letter or digit at both ends`,
        },
      ];
