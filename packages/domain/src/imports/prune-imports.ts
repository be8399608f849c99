import type { Dependencies } from '../dependencies.ts';
import type { UserId } from '../ids.ts';
import type { UpcomingImport } from '../ports/import-store.ts';

/** Events read at once: each page ends before its events are cancelled. */
const pageSize = 500;
const titlesToShow = 5;

export interface PruneImports {
  readonly organizerId: UserId;
  /** What the source keys of the import begin with. */
  readonly keyPrefix: string;
  /** Whether the source still has the event of a source key. */
  readonly isAtSource: (sourceKey: string) => boolean;
  /** Counts what would be cancelled, and writes nothing. */
  readonly isTrial?: boolean;
}

export interface PruneOutcome {
  readonly cancelled: number;
  /** Of the first ones, by their start. */
  readonly titles: readonly string[];
}

/**
 * Cancels the organizer's imported events to come that their source no longer has, as the organizer would; guests are
 * told alike. Events that are over stay: sources drop those.
 */
export const pruneImports =
  ({ stores, clock }: Pick<Dependencies, 'stores' | 'clock'>) =>
  async ({ organizerId, keyPrefix, isAtSource, isTrial = false }: PruneImports): Promise<PruneOutcome> => {
    const endsAfter = clock.now();
    const titles: string[] = [];
    let cancelled = 0;
    for (let after: UpcomingImport | null = null; ; ) {
      const page: readonly UpcomingImport[] = await stores.imports.upcoming({
        organizerId,
        keyPrefix,
        endsAfter,
        after,
        limit: pageSize,
      });
      for (const { id, sourceKey, title } of page) {
        if (isAtSource(sourceKey)) continue;
        cancelled += 1;
        if (titles.length < titlesToShow) titles.push(title);
        if (!isTrial) await stores.events.cancel(id, clock.now(), organizerId);
      }
      if (page.length < pageSize) return { cancelled, titles };
      after = page.at(-1) as UpcomingImport;
    }
  };
