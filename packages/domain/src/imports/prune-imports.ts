import type { Dependencies } from '../dependencies.ts';
import type { UserId } from '../ids.ts';
import type { UpcomingImport, UpcomingImportSeries } from '../ports/events/import-store.ts';
import { cancelImportedSeries } from './import-series.ts';

/** Read at once: what a page holds is cancelled before the next one is read. */
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
  /** Of the first events by their start, then of the first series. */
  readonly titles: readonly string[];
}

type Needs = Pick<Dependencies, 'stores' | 'clock' | 'unitOfWork'>;
type Page<Position> = Pick<PruneImports, 'organizerId' | 'keyPrefix'> & {
  readonly after: Position | null;
  readonly limit: number;
};

/** Reads page after page. */
const pages = async function* <Item>(
  { organizerId, keyPrefix }: PruneImports,
  read: (page: Page<Item>) => Promise<readonly Item[]>,
): AsyncGenerator<Item> {
  for (let after: Item | null = null; ; ) {
    const page: readonly Item[] = await read({ organizerId, keyPrefix, after, limit: pageSize });
    yield* page;
    if (page.length < pageSize) return;
    after = page.at(-1) as Item;
  }
};

/**
 * Cancels the organizer's imported events and series to come that their source no longer has, as the organizer would; guests
 * are told alike, and a series counts as one. Events that are over stay: sources drop those.
 */
export const pruneImports =
  (dependencies: Needs) =>
  async (command: PruneImports): Promise<PruneOutcome> => {
    const { stores, clock } = dependencies;
    const { organizerId, isAtSource, isTrial = false } = command;
    const now = clock.now();
    const titles: string[] = [];
    let count = 0;
    const prune = async (item: { sourceKey: string; title: string }, cancel: () => Promise<unknown>) => {
      if (isAtSource(item.sourceKey)) return;
      count += 1;
      if (titles.length < titlesToShow) titles.push(item.title);
      if (!isTrial) await cancel();
    };
    const events = pages(command, (page: Page<UpcomingImport>) =>
      stores.imports.upcoming({ ...page, endsAfter: now }),
    );
    for await (const event of events)
      await prune(event, () => stores.events.cancel(event.id, clock.now(), organizerId));
    const series = pages(command, ({ after, ...page }: Page<UpcomingImportSeries>) =>
      stores.imports.upcomingSeries({ ...page, startsFrom: now, after: after?.id ?? null }),
    );
    for await (const one of series)
      await prune(one, () => cancelImportedSeries(dependencies, one.id, organizerId));
    return { cancelled: count, titles };
  };
