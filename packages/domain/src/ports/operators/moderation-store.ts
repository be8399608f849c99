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

/**
 * What operators do. An event is taken down on its own, with its organizer's account, or both: it is back when neither
 * holds. Each change that hides or shows events raises their sequence and the {@link version}.
 */
export interface ModerationStore {
  /** Takes an event down on its own; a repetition replaces the reason. False for an unknown id. */
  takeDown(event: EventId, takeDown: TakeDown): Promise<boolean>;
  /** Ends a take-down of the event on its own; false for an unknown id. */
  restore(event: EventId): Promise<boolean>;
  /**
   * Suspends an account, ends its sessions and takes down its events that have not ended, in one step; from then on it
   * gets no session and adds no event. A repetition replaces the reason. An operator stays as they are.
   */
  suspend(user: UserId, suspension: TakeDown): Promise<'suspended' | 'is_operator' | 'unknown'>;
  /** Ends a suspension and the take-downs that came with it; false for an unknown account. */
  lift(user: UserId): Promise<boolean>;
  /** False for an unknown account. */
  setRole(user: UserId, role: Role): Promise<boolean>;
  counts(user: UserId): Promise<AccountCounts>;
  /** Differs once any event was hidden or shown: what is kept for longer than a request goes with it. */
  version(): Promise<number>;
}
