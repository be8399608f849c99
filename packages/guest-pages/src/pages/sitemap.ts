import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import {
  type Clock,
  type Domain,
  parseId,
  refuse,
  sitemapPolicy,
  type UpcomingEvent,
} from '@event-platform/domain';
import type { App, Links } from '@event-platform/http';
import { LRUCache } from 'lru-cache';

const xmlHead = '<?xml version="1.0" encoding="UTF-8"?>\n';
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** How long a large sitemap is kept, in milliseconds: it takes some 50 reads. */
const keptFor = 60_000;
/** Bytes of compressed sitemaps that a process keeps: some 20 whole parts. */
const keptBytes = 16_000_000;

/** A sitemap as it is sent, compressed. */
export interface Sitemap {
  readonly gzippedXml: Buffer;
  /** Null for one that is so small that it is made for each request. */
  readonly keptUntil: number | null;
}

/** What sitemaps are made from. */
export interface SitemapDependencies {
  readonly domain: Pick<Domain, 'listSitemapParts' | 'readSitemapPart'>;
  readonly links: Pick<Links, 'home' | 'eventPage'>;
  readonly clock: Clock;
  /** Does work that many requests wait for, and has it wait for its turn. */
  readonly shareList: App['shareList'];
}

const entry = (url: string, changedAt: Date): string =>
  `<url><loc>${url}</loc><lastmod>${changedAt.toISOString()}</lastmod></url>\n`;

/**
 * Makes sitemaps (sitemaps.org): of all events that are to come, or an index of parts where one file may not hold
 * them. Large ones are made one at a time and kept for a minute for all callers.
 */
export const sitemaps = ({ domain, links, clock, shareList }: SitemapDependencies) => {
  const cache = new LRUCache<string, Sitemap>({
    maxSize: keptBytes,
    sizeCalculation: ({ gzippedXml }) => gzippedXml.length,
  });
  const buildsInProgress = new Map<string, Promise<Sitemap>>();
  let last: Promise<unknown> = Promise.resolve();

  async function* urls(batches: AsyncIterable<readonly UpcomingEvent[]>, note: (count: number) => void) {
    yield `${xmlHead}<urlset ${namespace}>\n<url><loc>${links.home}/</loc></url>\n`;
    for await (const batch of batches) {
      note(batch.length);
      yield batch.map(({ id, updatedAt }) => entry(links.eventPage(id), updatedAt)).join('');
    }
    yield '</urlset>\n';
  }

  /** Counting all events for the parts is kept for a minute, too. */
  let counts: {
    readonly starts: ReturnType<typeof domain.listSitemapParts>;
    readonly until: number;
  } | null = null;
  const partStarts = async (): Promise<readonly string[]> => {
    const now = clock.now().getTime();
    if (!counts || now >= counts.until) counts = { starts: domain.listSitemapParts(), until: now + keptFor };
    const ownCounts = counts;
    return ownCounts.starts.catch((error: unknown) => {
      if (counts === ownCounts) counts = null;
      throw error;
    });
  };

  /** The start of the part that an id lies in. If each id began a part, one caller could have any number made. */
  const startOf = async (text: string): Promise<string | null> => {
    const id = parseId<'event'>(text);
    if (!id) throw refuse('not_found');
    const starts = await partStarts();
    return starts.findLast((start) => start <= id) ?? starts[0] ?? null;
  };

  /** Batch by batch: a whole part is 7 MB, and compressing it at once would hold the process for long. */
  const compress = async (text: AsyncIterable<string>): Promise<Buffer> => {
    const chunks: Buffer[] = [];
    await pipeline(text, createGzip(), async (compressedChunks: AsyncIterable<Buffer>) => {
      for await (const chunk of compressedChunks) chunks.push(chunk);
    });
    return Buffer.concat(chunks);
  };

  const part = async (start: string | null): Promise<Sitemap> => {
    let count = 0;
    const batches = domain.readSitemapPart({ start });
    const gzippedXml = await compress(
      urls(batches, (more) => {
        count += more;
      }),
    );
    const isSmall = count < sitemapPolicy.batchSize;
    return { gzippedXml, keptUntil: isSmall ? null : clock.now().getTime() + keptFor };
  };

  const whole = async (): Promise<Sitemap> => {
    const starts = await partStarts();
    if (starts.length <= 1) return part(null);
    const parts = starts
      .map((id) => `<sitemap><loc>${links.home}/sitemap/${id}.xml</loc></sitemap>\n`)
      .join('');
    const text = `${xmlHead}<sitemapindex ${namespace}>\n${parts}</sitemapindex>\n`;
    const gzippedXml = await compress(Readable.from([text]));
    return { gzippedXml, keptUntil: clock.now().getTime() + keptFor };
  };

  const once = (key: string, make: () => Promise<Sitemap>): Promise<Sitemap> => {
    const entry = cache.get(key);
    if (entry?.keptUntil && clock.now().getTime() < entry.keptUntil) return Promise.resolve(entry);
    const inFlight = buildsInProgress.get(key);
    if (inFlight) return inFlight;
    const build = last
      .then(() => shareList('sitemap', make))
      .then((sitemap) => {
        if (sitemap.keptUntil) cache.set(key, sitemap);
        return sitemap;
      })
      .finally(() => buildsInProgress.delete(key));
    buildsInProgress.set(key, build);
    last = build.catch(() => undefined);
    return build;
  };

  return {
    whole: (): Promise<Sitemap> => once('', whole),
    /** The part that an event's id lies in, of parts that are at most a minute old. */
    part: async (id: string): Promise<Sitemap> => {
      const start = await startOf(id);
      return once(start ?? 'empty', () => part(start));
    },
  };
};
