import { once } from 'node:events';
import autocannon, { type Client, type Request } from 'autocannon';
import { inFlight } from './in-flight.ts';
import { type Measured, measuredFrom } from './measured.ts';

/** What is asked of the service. */
export interface Asked {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Requests to send over kept-alive connections, each connection one after another. */
export interface HttpLoad {
  readonly url: string;
  /** Either for so many seconds, or so many requests. */
  readonly until: { readonly seconds: number } | { readonly requests: number };
  /** Taken in turn by each connection, from a beginning of its own: what is asked at one time differs. */
  readonly requests: readonly Request[];
  /** As many as may be in flight, unless told otherwise. */
  readonly connections?: number;
}

/** Gives each further connection the list from a later place on. */
const spread = (requests: readonly Request[], connections: number): ((client: Client) => void) => {
  const step = Math.ceil(requests.length / connections);
  let start = 0;
  return (client) => {
    client.setRequests([...requests.slice(start), ...requests.slice(0, start)]);
    start = (start + step) % requests.length;
  };
};

/** How often autocannon looks whether it is done, in milliseconds. */
const lookEveryMs = 100;

/**
 * Sends the requests and waits for their answers.
 * @throws {Error} when one is not answered, or not with success
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
    // Setting a request up takes an item, so a lone one is left as it is.
    ...(requests.length > 1 && { setupClient: spread(requests, connections) }),
    sampleInt: lookEveryMs,
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

/** GET requests for so many seconds, each asked for anew: with `next` that never repeats itself no cache can help. */
export const getFor = (
  url: string,
  seconds: number,
  next: () => Asked,
  connections = inFlight,
): Promise<Measured> =>
  loadHttp({
    url,
    until: { seconds },
    requests: [{ method: 'GET', setupRequest: (sent) => ({ ...sent, ...next() }) }],
    connections,
  });

const json = { 'content-type': 'application/json' };

/**
 * As many POST requests as there are items, each sent once.
 * @param onAnswer given the item and the parsed answer
 */
export const postEach = async <Item>(
  url: string,
  items: readonly Item[],
  bodyOf: (item: Item) => object,
  onResponseLogged: (item: Item, answer: unknown) => void = () => undefined,
  askedOf: (item: Item) => Partial<Asked> = () => ({}),
  connections = inFlight,
): Promise<Measured> => {
  const left = [...items].reverse();
  const request: Request = {
    method: 'POST',
    setupRequest: (sent, context) => {
      const item = left.pop();
      if (item === undefined) throw new Error('There were more requests than items');
      Object.assign(context, { item });
      const { headers, ...asked } = askedOf(item);
      return { ...sent, ...asked, headers: { ...json, ...headers }, body: JSON.stringify(bodyOf(item)) };
    },
    onResponse: (status, body, context) => {
      if (status === 200) onResponseLogged((context as { readonly item: Item }).item, JSON.parse(body));
    },
  };
  return loadHttp({ url, until: { requests: items.length }, requests: [request], connections });
};
