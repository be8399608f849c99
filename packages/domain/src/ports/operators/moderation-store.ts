import type { TakeDown } from '../../events/event.ts';
import type { EventId, UserId } from '../../ids.ts';
import type { Role } from '../../users/user.ts';

/** How much an account has of each kind, for an operator who looks it up. */
export interface AccountCounts {
  readonly events: number;
  readonly rsvps: number;
  readonly reportsMade: number;
  readonly reportsAbout: number;
}

/** `unchanged` when all of it held already. */
export type Moderated = 'changed' | 'unchanged' | 'unknown';

/**
 * What operators do. An event is taken down on its own, with its organizer's account, or both: it is back when neither
 * holds. Each change that hides or shows events raises their sequence and the {@link version}.
 */
export interface ModerationStore {
  /** Takes an event down on its own; another reason replaces the one before. */
  takeDown(event: EventId, takeDown: TakeDown): Promise<Moderated>;
  /** Ends a take-down of the event on its own. */
  restore(event: EventId): Promise<Moderated>;
  /**
   * Suspends an account, ends its sessions and takes down its events that have not ended, in one step; from then on it
   * gets no session and adds no event. Another reason replaces the one before. An operator stays as they are.
   */
  suspend(user: UserId, suspension: TakeDown): Promise<Moderated | 'is_operator'>;
  /** Ends a suspension and the take-downs that came with it. */
  lift(user: UserId): Promise<Moderated>;
  setRole(user: UserId, role: Role): Promise<Moderated>;
  counts(user: UserId): Promise<AccountCounts>;
  /** Differs once any event was hidden or shown: what is kept for longer than a request goes with it. */
  version(): Promise<number>;
}
