import type { Circle } from '../../circles/circle.ts';
import type { CircleId, UserId } from '../../ids.ts';
import type { Page, Paged } from '../../paging.ts';
import type { AccountLimit } from '../../quotas/charge.ts';
import type { PublicUser } from '../../users/user.ts';

/** Circles belong to one owner; every method but `add` and `exists` sees only the owner's own. */
export interface CircleStore {
  /** Adds a circle, also in parallel; returns the owner's limit instead when they already have that many. */
  add(circle: Circle, limit: AccountLimit | null): Promise<'added' | { readonly limit: number }>;
  exists(id: CircleId): Promise<boolean>;
  /** The owner's circles by name (texts by code point), then id. */
  list(owner: UserId, page: Page): Promise<Paged<Circle>>;
  /** The changed circle, or null when it is not the owner's. */
  rename(id: CircleId, owner: UserId, name: string): Promise<Circle | null>;
  /** False when it is not the owner's. */
  remove(id: CircleId, owner: UserId): Promise<boolean>;
  /** The members by name (by code point), then id; null when the circle is not the owner's. */
  members(id: CircleId, owner: UserId, page: Page): Promise<Paged<PublicUser> | null>;
  /**
   * Adds the known ones among `users` in one step. Returns the changed circle, null when it is not the
   * owner's, `'full'` (nothing is added) when it would exceed `limit` members.
   */
  addMembers(
    id: CircleId,
    owner: UserId,
    users: readonly UserId[],
    limit: number,
  ): Promise<Circle | 'full' | null>;
  /** False when the circle is not the owner's; removing a user who is not a member changes nothing. */
  removeMember(id: CircleId, owner: UserId, user: UserId): Promise<boolean>;
}
