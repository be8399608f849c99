import type { NoticeEvent } from '../events/notice-event.ts';
import { groupedBy } from '../grouped-by.ts';
import type { EventId, UserId } from '../ids.ts';
import { type ActivityCounts, activityCounts } from '../notices/notice.ts';
import { hour, minute } from '../time.ts';

export const activityPolicy = {
  /** Between pushes about one event. */
  pushPause: hour,
  /** Entries that are told of in one transaction. */
  batchSize: 2_000,
  /** Batches of one round: what waits beyond them is told of in the next one, and leaves the database to others. */
  batches: 5,
  people: 3,
  /** Of the digest, as a time of the day. */
  digestAt: 8 * 60 * minute,
  digests: 200,
  /** Events that a digest names. */
  digestEvents: 30,
} as const;

export type ActivityKind = keyof ActivityCounts;

/** What a person did at an event. */
export interface ActivityEntry {
  readonly eventId: EventId;
  readonly userId: UserId;
  readonly kind: ActivityKind;
  readonly at: Date;
}

/** Counts, and who did it, the newest first. */
export interface CountedActivity {
  readonly counts: ActivityCounts;
  readonly people: readonly UserId[];
}

/** What others did; null for nothing. Who takes back a booking and an RSVP together has cancelled once. */
export const countActivity = (entries: readonly ActivityEntry[], manager: UserId): CountedActivity | null => {
  const others = entries.filter(({ userId }) => userId !== manager);
  if (others.length === 0) return null;
  const numberOf = (kind: ActivityKind): number => {
    const ofKind = others.filter((entry) => entry.kind === kind);
    return kind === 'cancelled' ? groupedBy(ofKind, ({ userId }) => userId).size : ofKind.length;
  };
  const newestFirst = others.toReversed().sort((one, other) => other.at.getTime() - one.at.getTime());
  return {
    counts: Object.fromEntries(activityCounts.map((kind) => [kind, numberOf(kind)])) as Record<
      ActivityKind,
      number
    >,
    people: [...new Set(newestFirst.map(({ userId }) => userId))].slice(0, activityPolicy.people),
  };
};

/** Both, one after the other. */
export const addedActivity = (earlier: CountedActivity, later: CountedActivity): CountedActivity => ({
  counts: Object.fromEntries(
    activityCounts.map((kind) => [kind, earlier.counts[kind] + later.counts[kind]]),
  ) as Record<ActivityKind, number>,
  people: [...new Set([...later.people, ...earlier.people])].slice(0, activityPolicy.people),
});

/** What to tell one manager of one event. */
export interface ActivityToTell extends CountedActivity {
  /** Of the notice, should there be a new one; `contentId` is that of all new ones of the event. */
  readonly id: string;
  readonly contentId: string;
  readonly userId: UserId;
  readonly event: NoticeEvent;
}
