import type { UserId } from '../../ids.ts';
import type { PictureScope } from '../../outbox/picture-scope.ts';
import type { Page, Paged } from '../../paging.ts';
import type { JudgedPicture, OwnPicture, PictureId, PictureRecord } from '../../pictures/picture.ts';

/**
 * Which pictures there are. An event, a series or a person that is made to show one that is gone shows the default picture, and
 * so do those that show one when it goes.
 */
export interface PictureRecords {
  /** Adds it unless its owner has as many as that; null for no limit. False when they have. */
  add(picture: PictureRecord, most: number | null): Promise<boolean>;
  count(owner: UserId): Promise<number>;
  find(id: PictureId): Promise<JudgedPicture | null>;
  /** By id, after one; at most a thousand. */
  page(after: PictureId): Promise<readonly JudgedPicture[]>;
  judge(scope: PictureScope): Promise<readonly JudgedPicture[]>;
  /** The newest first. */
  list(owner: UserId, page: Page): Promise<Paged<OwnPicture>>;
  /** Removes it, of this owner alone unless null; false for an unknown one. */
  remove(id: PictureId, owner: UserId | null): Promise<boolean>;
  /** Notes where its files are. */
  noteAside(id: PictureId, since: Date | null): Promise<void>;
  /** Notes which are used no longer, and which are again. */
  noteUnused(at: Date): Promise<void>;
  /**
   * Removes some that are not used since before `unusedBefore` or aside since before `asideBefore`, and those of erased accounts
   * that nobody else shows. None are left when it returns none.
   */
  removeSpent(unusedBefore: Date, asideBefore: Date): Promise<readonly PictureRecord[]>;
}
