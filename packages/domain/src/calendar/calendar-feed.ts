import type { Dependencies } from '../dependencies.ts';
import type { UserId } from '../ids.ts';
import { refuse } from '../problem.ts';
import { after, day } from '../time.ts';
import type { CalendarEntry } from './calendar-entry.ts';

/** How far back a feed reaches, and how many events it holds at the most. */
export const calendarPolicy = { past: 90 * day, entries: 1_000 } as const;

/** Whose own feed it is. */
export interface Own {
  readonly userId: UserId;
}

export interface FeedAddress {
  /** The secret in the URL of the feed; every holder can read the feed. */
  readonly token: string;
}

/** The address of the caller's own feed, the same on each call until it is rotated. */
export const getCalendarFeed =
  ({ stores, tokens }: Pick<Dependencies, 'stores' | 'tokens'>) =>
  async ({ userId }: Own): Promise<FeedAddress> => ({
    token: await stores.calendars.tokenOf(userId, tokens.next()),
  });

/** A new address for the caller's feed; the old one shows nothing any more. */
export const rotateCalendarFeed =
  ({ stores, tokens }: Pick<Dependencies, 'stores' | 'tokens'>) =>
  async ({ userId }: Own): Promise<FeedAddress> => {
    const token = tokens.next();
    await stores.calendars.rotate(userId, token);
    return { token };
  };

/** The events the owner of a feed is going to, those of the last 90 days included. Throws `not_found`. */
export const readCalendarFeed =
  ({ stores, clock }: Pick<Dependencies, 'stores' | 'clock'>) =>
  async ({ token }: FeedAddress): Promise<readonly CalendarEntry[]> => {
    const owner = await stores.calendars.ownerOf(token);
    if (!owner) throw refuse('not_found');
    return stores.calendars.goingOf(owner, after(clock.now(), -calendarPolicy.past), calendarPolicy.entries);
  };
