import { once } from 'node:events';
import autocannon, { type Client, type Request } from 'autocannon';
import { type Measured, measuredFrom } from '../report/measured.ts';
import { inFlight } from './in-flight.ts';

/** A request to the service. */
export interface LoadRequest {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Requests over kept-alive connections, one at a time on each connection. */
export interface HttpLoad {
  readonly url: string;
  /** A number of seconds or of requests. */
  readonly until: { readonly seconds: number } | { readonly requests: number };
  /** Sent in rotation by each connection, which starts at its own position, so that concurrent requests differ. */
  readonly requests: readonly Request[];
  /** Number of connections, `inFlight` by default. */
  readonly connections?: number;
}

/** Lets each connection start at a later position of the list. */
const spread = (requests: readonly Request[], connections: number): ((client: Client) => void) => {
  const step = Math.ceil(requests.length / connections);
  let start = 0;
  return (client) => {
    client.setRequests([...requests.slice(start), ...requests.slice(0, start)]);
    start = (start + step) % requests.length;
  };
};

/** How often autocannon checks whether it is done, in milliseconds. */
const pollMs = 100;

/**
 * Sends the requests and waits for their responses.
 * @throws {Error} when a request fails
 */
export const loadHttp = async ({
  url,
  until,
  requests,
  connections = inFlight,
}: HttpLoad): Promise<Measured> => {
  const durations: number[] = [];
  const failures = new Map<string, number>();
  const fail = (why: string) => failures.set(why, (failures.get(why) ?? 0) + 1);
  const began = performance.now();
  let ended = began;
  const options = {
    url,
    connections,
    requests: [...requests],
    // Setting up a request takes an item, so a single one is left unchanged.
    ...(requests.length > 1 && { setupClient: spread(requests, connections) }),
    sampleInt: pollMs,
    ...('seconds' in until ? { duration: until.seconds } : { amount: until.requests }),
  };
  const run = autocannon(options, () => undefined);
  run.on('reqError', (error: Error) => fail(error.message));
  run.on('response', (_client, status, _bytes, duration) => {
    ended = performance.now();
    durations.push(duration);
    if (status < 200 || status > 299) fail(`status ${status}`);
  });
  await once(run, 'done');
  if (failures.size > 0)
    throw new Error(`${url}: ${[...failures].map(([why, times]) => `${times} times ${why}`).join(', ')}`);
  return measuredFrom(durations, ended - began);
};

/** Sends GET requests for a number of seconds; `next` makes each of them, so that they can be all different. */
export const getFor = (
  url: string,
  seconds: number,
  next: () => LoadRequest,
  connections = inFlight,
): Promise<Measured> =>
  loadHttp({
    url,
    until: { seconds },
    requests: [{ method: 'GET', setupRequest: (initial) => ({ ...initial, ...next() }) }],
    connections,
  });

const json = { 'content-type': 'application/json' };

/**
 * Sends one POST request for each item.
 * @param onSuccess called with the item and the parsed body of a success
 */
export const postEach = async <Item>(
  url: string,
  items: readonly Item[],
  bodyOf: (item: Item) => object,
  onSuccess: (item: Item, body: unknown) => void = () => undefined,
  requestOf: (item: Item) => Partial<LoadRequest> = () => ({}),
  connections = inFlight,
): Promise<Measured> => {
  const remaining = [...items].reverse();
  const request: Request = {
    method: 'POST',
    setupRequest: (initial, context) => {
      const item = remaining.pop();
      if (item === undefined) throw new Error('There were more requests than items');
      Object.assign(context, { item });
      const { headers, ...request } = requestOf(item);
      return { ...initial, ...request, headers: { ...json, ...headers }, body: JSON.stringify(bodyOf(item)) };
    },
    onResponse: (status, body, context) => {
      if (status === 200) onSuccess((context as { readonly item: Item }).item, JSON.parse(body));
    },
  };
  return loadHttp({ url, until: { requests: items.length }, requests: [request], connections });
};
