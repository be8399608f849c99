import type { Dependencies } from '../dependencies.ts';
import type { UserId } from '../ids.ts';
import { refuse } from '../problem.ts';
import { useQuota } from '../quotas/use-quota.ts';
import { second } from '../time.ts';
import type { CalendarEntry } from './calendar-entry.ts';
import { cutText } from './cut-text.ts';

/**
 * What bounds a feed: anyone with its address reads it, and calendar apps do so for years. Entries, characters of a
 * description, bytes of the whole, and for how many milliseconds one that was worked out is shown.
 */
export const calendarPolicy = {
  entries: 300,
  descriptionLength: 500,
  bytes: 512_000,
  shownFor: 10 * second,
} as const;

/** Whose own feed it is. */
export interface FeedCaller {
  readonly userId: UserId;
}

export interface FeedAddress {
  /** The secret in the URL of the feed; every holder can read the feed. */
  readonly token: string;
}

/** The address of the caller's own feed, the same on each call until it is rotated. */
export const getCalendarFeed =
  ({ stores, tokens }: Pick<Dependencies, 'stores' | 'tokens'>) =>
  async ({ userId }: FeedCaller): Promise<FeedAddress> => ({
    token: await stores.calendars.tokenOf(userId, tokens.next()),
  });

/** A new address for the caller's feed; the old one shows nothing any more. Throws `rate_limited`. */
export const rotateCalendarFeed =
  (dependencies: Pick<Dependencies, 'stores' | 'tokens' | 'clock' | 'settings'>) =>
  async ({ userId }: FeedCaller): Promise<FeedAddress> => {
    const { stores, tokens } = dependencies;
    await useQuota(dependencies, userId, 'rotations');
    const token = tokens.next();
    await stores.calendars.rotate(userId, token);
    return { token };
  };

/** Whose feed an address is, and what a copy of the feed is kept under. */
export interface FeedOwner extends FeedCaller {
  /** Differs once any event was taken down or restored, or its owner was removed: older copies are shown no more. */
  readonly version: string;
}

/** Finds the owner of a feed. Throws `not_found`, also for an address that was replaced. */
export const findFeedOwner =
  ({ stores }: Pick<Dependencies, 'stores'>) =>
  async ({ token }: FeedAddress): Promise<FeedOwner> => {
    const [userId, version] = await Promise.all([
      stores.calendars.ownerOf(token),
      stores.moderation.version(),
    ]);
    if (!userId) throw refuse('not_found');
    const removedAt = await stores.calendars.lastRemovalOf(userId);
    return { userId, version: `${version} ${removedAt?.getTime() ?? 0}` };
  };

/** The 300 events nearest to now that the owner of a feed is going to, the nearest first, their descriptions cut. */
export const readCalendarFeed =
  ({ stores, clock }: Pick<Dependencies, 'stores' | 'clock'>) =>
  async ({ userId }: FeedCaller): Promise<readonly CalendarEntry[]> => {
    const { entries, descriptionLength } = calendarPolicy;
    const goingEvents = await stores.calendars.goingOf(userId, clock.now(), entries, descriptionLength + 1);
    return goingEvents.map((entry) => ({
      ...entry,
      description: cutText(entry.description, descriptionLength),
    }));
  };
