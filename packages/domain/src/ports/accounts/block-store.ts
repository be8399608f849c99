import type { UserId } from '../../ids.ts';
import type { Page, Paged } from '../../paging.ts';
import type { PublicUser } from '../../users/user.ts';

/** Whose invitations a person does not want. */
export interface BlockStore {
  /**
   * Blocks `other`; repeating it changes nothing. Returns `'full'` when the person already blocks `limit` others,
   * also of parallel calls, and `'unknown'` when either has no account; both change nothing.
   */
  add(user: UserId, other: UserId, limit: number): Promise<'blocked' | 'full' | 'unknown'>;
  /** Ends a block; without one nothing changes. */
  remove(user: UserId, other: UserId): Promise<void>;
  /** The people that a person blocks by name (by code point), then id. */
  list(user: UserId, page: Page): Promise<Paged<PublicUser>>;
}
