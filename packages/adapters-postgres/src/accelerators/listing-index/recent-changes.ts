import { type EventFilter, type ListingChange, mayChangeList } from '@event-platform/domain';

/** A page that lacks so many is found anew sooner than it is compared with them. */
export const mostChanges = 200;

/** What has become of listed events lately, by the versions of the index that show it. */
export interface RecentChanges {
  /** @param some null for more than are told */
  add(version: number, some: readonly ListingChange[] | null): void;
  /** Whether a list that was found in a version may be another one since. */
  mayChange(filter: EventFilter, version: number): boolean;
}

export const recentChanges = (): RecentChanges => {
  let changes: { readonly version: number; readonly change: ListingChange }[] = [];
  /** What came before this version is not known. */
  let knownSince = 0;
  return {
    add: (version, some) => {
      if (some === null) knownSince = version;
      const all = [...changes, ...(some ?? []).map((change) => ({ version, change }))];
      knownSince = Math.max(knownSince, all.at(-mostChanges - 1)?.version ?? 0);
      changes = all.slice(-mostChanges);
    },
    mayChange: (filter, since) =>
      since < knownSince ||
      changes.some(({ version, change }) => version > since && mayChangeList(filter, change)),
  };
};
