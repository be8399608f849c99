import type { EventId, UserId } from '../../ids.ts';

/** The shared link of an event and the users who joined by it. */
export interface InviteLinkStore {
  /** The event's current token; null where there is none. */
  find(event: EventId): Promise<string | null>;
  /**
   * The event's current token, which becomes `fresh` if there is none. Parallel calls return the same one.
   */
  tokenOf(event: EventId, fresh: string): Promise<string>;
  /**
   * Replaces the token by `fresh`; the former one is kept as retired, unless `invitationPolicy.retiredTokens` of the
   * event are. Users who joined stay.
   */
  rotate(event: EventId, fresh: string): Promise<void>;
  /**
   * Records that the user joined by the link; `'repeated'` when they already had; null for an unknown event or
   * account, and for a user who was removed from the event.
   */
  join(event: EventId, user: UserId, at: Date): Promise<'joined' | 'repeated' | null>;
}
