import type { EventId, UserId } from '../ids.ts';

/** The one shared link of an event and who came in by it. */
export interface InviteLinkStore {
  /** The event's live token: the one it has, or `fresh`, now kept. Parallel calls agree on one. */
  tokenOf(event: EventId, fresh: string): Promise<string>;
  /** Replaces the token by `fresh`; the former one is remembered as retired. Who joined stays. */
  rotate(event: EventId, fresh: string): Promise<void>;
  /** Records that the user came in by the link; false when they already had, and when there is no such event or account. */
  join(event: EventId, user: UserId, at: Date): Promise<boolean>;
}
