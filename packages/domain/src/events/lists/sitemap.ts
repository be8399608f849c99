import type { Dependencies } from '../../dependencies.ts';
import { type EventId, parseId } from '../../ids.ts';
import { refuse } from '../../problem.ts';
import type { UpcomingEvent } from '../event.ts';

export const sitemapPolicy = {
  /** URLs of one part: 50,000 after the protocol (sitemaps.org), less the home page. */
  partSize: 49_999,
  /** Events of one read, so that neither the database nor the process is busy with one for long. */
  batchSize: 1_000,
} as const;

type Needs = Pick<Dependencies, 'stores' | 'clock'>;

/** The ids that the parts of the sitemap begin with. */
export const listSitemapParts =
  ({ stores, clock }: Needs) =>
  (): Promise<readonly EventId[]> =>
    stores.upcomingEvents.partStarts(sitemapPolicy.partSize, clock.now());

/**
 * The events of one part, batch by batch; null begins with the first event. Throws `not_found` for what is no id of
 * an event.
 */
export const readSitemapPart = ({ stores, clock }: Needs) =>
  async function* ({ start }: { readonly start: string | null }): AsyncGenerator<readonly UpcomingEvent[]> {
    const { partSize, batchSize } = sitemapPolicy;
    const first = start === null ? null : parseId<'event'>(start);
    if (start !== null && !first) throw refuse('not_found');
    const at = clock.now();
    let next: EventId | null = first;
    for (let count = 0; count < partSize; ) {
      // One more than needed tells where the next read begins.
      const maxEntries = Math.min(batchSize, partSize - count);
      const upcoming: readonly UpcomingEvent[] = await stores.upcomingEvents.from(next, maxEntries + 1, at);
      const batch = upcoming.slice(0, maxEntries);
      if (batch.length > 0) yield batch;
      count += batch.length;
      next = upcoming[maxEntries]?.id ?? null;
      if (!next) return;
    }
  };
