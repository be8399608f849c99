import type { EventId, Id, UserId } from '../ids.ts';
import type { User } from '../users/user.ts';

export type BringItemId = Id<'bringItem'>;

/** The module of an event that has a bring list. */
export const bringListModule = 'bringList';

/** Something that guests may bring. */
export interface BringItem {
  readonly id: BringItemId;
  readonly title: string;
  readonly quantity: number;
}

export interface BringClaim {
  readonly user: Pick<User, 'id' | 'name' | 'avatar'>;
  readonly quantity: number;
}

/** An item with what is claimed of it. */
export interface ListedBringItem extends BringItem {
  readonly claimed: number;
  /** The caller's; null when there is none. */
  readonly myClaim: number | null;
  /**
   * In the order of the users' ids; empty for callers with no tie to the event. Of very many, the first of each item.
   */
  readonly claims: readonly BringClaim[];
}

/** A claim to set. */
export interface ClaimRequest {
  readonly event: EventId;
  readonly item: BringItemId;
  readonly user: UserId;
  readonly quantity: number;
  readonly at: Date;
}
