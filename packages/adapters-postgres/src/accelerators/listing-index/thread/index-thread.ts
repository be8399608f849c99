import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Clock, EventFilter } from '@event-platform/domain';
import { sharedCall } from '../../../connection/shared-call.ts';
import { recentChanges } from '../recent-changes.ts';
import type { IndexCalls, IndexReply, IndexState, IndexThreadData, ListedId } from './messages.ts';

/** The index of what is listed, in a thread beside the event loop. */
export interface IndexThread extends Pick<IndexCalls, 'find' | 'similarWords' | 'tagCounts'> {
  /** What the index shows as far as this thread knows; null while it is not loaded. */
  readonly state: IndexState | null;
  /** Loads it, or loads it anew; resolves when that is done. What fails is tried again, until it is closed. */
  load(): Promise<void>;
  /** Applies all that was committed when it was called. Those who wait share it. */
  follow(): Promise<void>;
  /** Whether a list that was found in a version may be another one by now. */
  mayHaveChanged(filter: EventFilter, version: number): boolean;
  /** Tells which events and organizers have changed, before any page shows it; null for all. */
  onChange(tell: (ids: readonly ListedId[] | null) => void): void;
  close(): Promise<void>;
}

/** What a thread is opened with. */
export interface IndexThreadOptions extends IndexThreadData {
  readonly clock: Clock;
  /** Receives one line when something is wrong with the index. */
  readonly log: (message: string) => void;
  /** Receives one line when it is loaded. */
  readonly inform: (message: string) => void;
}

/** A process that is asked for nothing follows all the same, so that the first request has little to wait for. */
const followEveryMs = 5_000;
const reloadAfterMs = 5_000;
/** Three spaces of 2 MB for young objects: little of what a query makes outlives it. */
const resourceLimits = { maxYoungGenerationSizeMb: 6 };

/** Two at once would read the same changes, and over one connection. */
const oneAtATime = { maxConcurrent: 1 };

export const openIndexThread = ({ clock, log, inform, ...data }: IndexThreadOptions): IndexThread => {
  const program = new URL(`./index-worker${extname(import.meta.url)}`, import.meta.url);
  let worker: Worker | undefined;
  let state: IndexState | null = null;
  let isClosed = false;
  let lastId = 0;
  const waiting = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>();
  const changes = recentChanges();
  const listeners: ((ids: readonly ListedId[] | null) => void)[] = [];

  const end = (error: Error) => {
    worker = undefined;
    state = null;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  const start = (): Worker => {
    const started = new Worker(program, { workerData: data satisfies IndexThreadData, resourceLimits });
    started.on('message', (reply: IndexReply) => {
      const waiter = waiting.get(reply.id);
      waiting.delete(reply.id);
      if ('error' in reply) waiter?.reject(new Error(reply.error));
      else waiter?.resolve(reply.result as never);
    });
    started.on('error', end);
    started.on('exit', () => end(new Error('the thread ended')));
    return started;
  };
  const ask = <Name extends keyof IndexCalls>(
    name: Name,
    ...values: Parameters<IndexCalls[Name]>
  ): ReturnType<IndexCalls[Name]> => {
    worker ??= start();
    const id = ++lastId;
    worker.postMessage({ id, name, values });
    return new Promise((resolve, reject) => waiting.set(id, { resolve, reject })) as ReturnType<
      IndexCalls[Name]
    >;
  };

  let loading: Promise<void> | undefined;
  const loadOnce = async () => {
    state = null;
    const began = performance.now();
    state = await ask('load', clock.now());
    changes.add(state.version, null);
    for (const tell of listeners) tell(null);
    const seconds = ((performance.now() - began) / 1_000).toFixed(1);
    inform(`the index of listings is loaded: ${state.count} events in ${seconds} s`);
  };
  const load = async (): Promise<void> => {
    while (!isClosed)
      try {
        return await loadOnce();
      } catch (error) {
        if (isClosed) return;
        log(`the index of listings cannot be loaded: ${error instanceof Error ? error.message : error}`);
        await new Promise((resolve) => setTimeout(resolve, reloadAfterMs).unref());
      }
  };
  const loadAnew = (): Promise<void> => {
    loading ??= load().finally(() => {
      loading = undefined;
    });
    return loading;
  };
  const follow = sharedCall(async () => {
    if (!state) return;
    const followed = await ask('follow', clock.now()).catch(() => null);
    if (!followed) {
      state = null;
      void loadAnew();
      return;
    }
    state = followed.state;
    changes.add(state.version, followed.changes);
    if (followed.changedIds?.length !== 0) for (const tell of listeners) tell(followed.changedIds);
  }, oneAtATime);
  const following = setInterval(() => void follow(), followEveryMs).unref();

  return {
    get state() {
      return state;
    },
    load: async () => {
      await loading;
      await loadAnew();
    },
    follow,
    find: async (query) => (state ? ask('find', query).catch(() => null) : null),
    similarWords: async (word, limit) => (state ? ask('similarWords', word, limit).catch(() => null) : null),
    tagCounts: async (endsAfter, limit) =>
      state ? ask('tagCounts', endsAfter, limit).catch(() => null) : null,
    mayHaveChanged: changes.mayChange,
    onChange: (tell) => void listeners.push(tell),
    close: async () => {
      isClosed = true;
      clearInterval(following);
      await worker?.terminate();
    },
  };
};
