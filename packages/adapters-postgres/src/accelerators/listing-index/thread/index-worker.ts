import { parentPort, workerData } from 'node:worker_threads';
import { type ListingIndex, newListingIndex } from '@event-platform/domain';
import { mostChanges } from '../recent-changes.ts';
import { listingSource, type Shown } from './listing-source.ts';
import type { IndexCall, IndexCalls, IndexReply, IndexState } from './messages.ts';

/** What has ended is known for so long, in milliseconds: lists from a date on begin with a day that has begun, anywhere on earth. */
const endedRetention = 48 * 3_600_000;

const source = listingSource(workerData);
let index: ListingIndex | null = null;
/** More than a thread before had come to. */
let version = Date.now();
/** The index knows all that ends after it. */
let horizon = new Date(0);
let shown: Shown = { snapshot: '', server: '', position: 0 };

const stateOf = (known: ListingIndex): IndexState => ({ ...shown, version, count: known.count() });
const horizonAt = (at: Date): Date => new Date(at.getTime() - endedRetention);

const calls: IndexCalls = {
  load: async (at) => {
    index = null;
    const loaded = newListingIndex();
    const since = horizonAt(at);
    shown = await source.load(since, (some) => {
      for (const event of some) loaded.put(...event);
    });
    // What comes first puts all in order.
    loaded.nextEnd(at);
    loaded.similarWords('order', 1);
    [index, horizon] = [loaded, since];
    version += 1;
    return stateOf(loaded);
  },
  follow: async (at) => {
    const followed = index;
    const changes = followed && (await source.changes(shown, horizon));
    if (index !== followed) return null;
    if (!changes || !followed) {
      index = null;
      return null;
    }
    const { ids, organizerIds, listed, isOfAll } = changes;
    const before = ids.map(followed.placeOf);
    for (const id of ids) followed.remove(id);
    for (const event of listed) followed.put(...event);
    const after = ids.map(followed.placeOf);
    const changedIds = isOfAll ? null : [...ids, ...organizerIds];
    if (changedIds?.length !== 0) version += 1;
    shown = changes;
    // Nothing is found in it that has ended by then: pages stay as they are.
    horizon = horizonAt(at);
    followed.expire(horizon);
    return {
      ...{ state: stateOf(followed), changedIds },
      changes:
        isOfAll || ids.length > mostChanges
          ? null
          : before.map((place, index) => ({ before: place, after: after[index] ?? null })),
    };
  },
  find: async (query) => {
    if (!index || query.filter.endsAfter < horizon) return null;
    return { ...index.find(query), version, validUntil: index.nextEnd(query.filter.endsAfter) };
  },
  similarWords: async (word, limit) => index?.similarWords(word, limit) ?? null,
  tagCounts: async (endsAfter, limit) => index?.tagCounts(endsAfter, limit) ?? null,
};

const answer = async ({ id, name, values }: IndexCall): Promise<IndexReply> => {
  try {
    const call = calls[name] as (...values: readonly unknown[]) => Promise<unknown>;
    return { id, result: await call(...values) };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
};

parentPort?.on('message', async (call: IndexCall) => parentPort?.postMessage(await answer(call)));
