import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type Clock, type Domain, sitemapPolicy, type UpcomingEvent } from '@event-platform/domain';
import { LRUCache } from 'lru-cache';
import type { Links } from '../../links.ts';

const xmlHead = '<?xml version="1.0" encoding="UTF-8"?>\n';
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** How long a large sitemap is kept, in milliseconds: it takes some 50 reads. */
const keptFor = 60_000;
/** Bytes of compressed sitemaps that a process keeps: some 20 whole parts. */
const keptBytes = 16_000_000;

/** A sitemap as it is sent, compressed. */
export interface Sitemap {
  readonly gzipped: Buffer;
  /** Null for one that is so small that it is made for each request. */
  readonly keptUntil: number | null;
}

/** What sitemaps are made from. */
export interface SitemapDependencies {
  readonly domain: Pick<Domain, 'listSitemapParts' | 'readSitemapPart'>;
  readonly links: Pick<Links, 'home' | 'eventPage' | 'sitemapPart'>;
  readonly clock: Clock;
}

const entry = (url: string, changedAt: Date): string =>
  `<url><loc>${url}</loc><lastmod>${changedAt.toISOString()}</lastmod></url>\n`;

/**
 * Makes sitemaps (sitemaps.org): of all events that are to come, or an index of parts where one file may not hold
 * them. Large ones are made one at a time and kept for a minute for all callers.
 */
export const sitemaps = ({ domain, links, clock }: SitemapDependencies) => {
  const kept = new LRUCache<string, Sitemap>({
    maxSize: keptBytes,
    sizeCalculation: ({ gzipped }) => gzipped.length,
  });
  const pending = new Map<string, Promise<Sitemap>>();
  let last: Promise<unknown> = Promise.resolve();

  async function* urls(batches: AsyncIterable<readonly UpcomingEvent[]>, note: (count: number) => void) {
    yield `${xmlHead}<urlset ${namespace}>\n<url><loc>${links.home}/</loc></url>\n`;
    for await (const batch of batches) {
      note(batch.length);
      yield batch.map(({ id, updatedAt }) => entry(links.eventPage(id), updatedAt)).join('');
    }
    yield '</urlset>\n';
  }

  /** Batch by batch: a whole part is 7 MB, and compressing it at once would hold the process for long. */
  const compressed = async (text: AsyncIterable<string>): Promise<Buffer> => {
    const chunks: Buffer[] = [];
    await pipeline(text, createGzip(), async (packed: AsyncIterable<Buffer>) => {
      for await (const chunk of packed) chunks.push(chunk);
    });
    return Buffer.concat(chunks);
  };

  const part = async (start: string | null): Promise<Sitemap> => {
    let count = 0;
    const batches = domain.readSitemapPart({ start });
    const gzipped = await compressed(
      urls(batches, (more) => {
        count += more;
      }),
    );
    const isSmall = count < sitemapPolicy.batchSize;
    return { gzipped, keptUntil: isSmall ? null : clock.now().getTime() + keptFor };
  };

  const whole = async (): Promise<Sitemap> => {
    const starts = await domain.listSitemapParts();
    if (starts.length <= 1) return part(null);
    const parts = starts.map((id) => `<sitemap><loc>${links.sitemapPart(id)}</loc></sitemap>\n`).join('');
    const text = `${xmlHead}<sitemapindex ${namespace}>\n${parts}</sitemapindex>\n`;
    const gzipped = await compressed(Readable.from([text]));
    return { gzipped, keptUntil: clock.now().getTime() + keptFor };
  };

  const make = (start: string | null | undefined): Promise<Sitemap> =>
    start === undefined ? whole() : part(start);

  /** @param start the id that a part begins with; undefined for the whole */
  return (start?: string): Promise<Sitemap> => {
    const key = start ?? '';
    const found = kept.get(key);
    if (found?.keptUntil && clock.now().getTime() < found.keptUntil) return Promise.resolve(found);
    const known = pending.get(key);
    if (known) return known;
    const making = last
      .then(() => make(start))
      .then((sitemap) => {
        if (sitemap.keptUntil) kept.set(key, sitemap);
        return sitemap;
      })
      .finally(() => pending.delete(key));
    pending.set(key, making);
    last = making.catch(() => undefined);
    return making;
  };
};
