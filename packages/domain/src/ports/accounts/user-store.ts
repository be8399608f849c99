import type { UserId } from '../../ids.ts';
import type { Profile, PublicUser, User } from '../../users/user.ts';

export interface UserStore {
  /**
   * The user of `user.phone`: the existing one, or the given one, which is added. Parallel calls for a phone
   * add one user and return `isNew` once. A new user takes over what {@link UserStore.erase} kept under the phone in the last
   * 90 days. Rejects with {@link UsernameTaken} when the username is in use.
   */
  signUp(user: User): Promise<{ readonly user: User; readonly isNew: boolean }>;
  /** Null also for an erased account. */
  find(id: UserId): Promise<User | null>;
  findByPhone(phone: string): Promise<User | null>;
  /** Compares without case. */
  findByUsername(username: string): Promise<PublicUser | null>;
  /**
   * The changed user; `'username_taken'` when another user has the username, `'outdated'` when the metadata is not `before` any
   * more; null for an unknown one.
   */
  update(
    id: UserId,
    changes: Partial<Profile>,
    before?: Profile['metadata'],
  ): Promise<User | 'username_taken' | 'outdated' | null>;
  /**
   * Erases an account in one step: phone, name, username, avatar, bio, city, locale and metadata; ends its sessions; removes
   * its RSVPs (counts follow), saves, circles, memberships and invitations; cancels its events that have not ended. The
   * phone is free for a new account. Kept under a keyed hash of the phone: removals from events, blocks by others, budgets. False for an unknown or
   * erased account, which stays as it is.
   */
  erase(id: UserId, at: Date): Promise<boolean>;
}
