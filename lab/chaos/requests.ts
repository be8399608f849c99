/** A signed-in caller. */
export interface Person {
  readonly id: string;
  readonly token: string;
}

/** Counts of the requests by outcome. */
export interface Counters {
  sent: number;
  /** Status 2xx. */
  succeeded: number;
  /** Status 503 as a problem with `Retry-After`. */
  unavailable: number;
  /** Connections that broke before the response. */
  disconnected: number;
  /** Requests never sent: no process listened on the port. */
  notConnected: number;
  /** All other responses. */
  readonly unexpected: string[];
  /** The longest response time, in milliseconds, but for routes that may take half a minute. */
  slowestMs: number;
}

/** Sends requests and counts what became of them. */
export interface Requests {
  readonly counters: Counters;
  /** Number of requests in flight. */
  readonly inFlight: () => number;
  /** The parsed body of a success; null for everything else. */
  // biome-ignore lint/suspicious/noExplicitAny: the bodies of many routes
  send(person: Person | null, method: string, path: string, body?: object): Promise<any>;
  /** When writes were confirmed, in milliseconds by this process. */
  readonly writes: readonly number[];
  /** Milliseconds until the next successful write. */
  untilNextWrite(): Promise<number>;
}

const giveUpMs = 20_000;
/** Of routes that may take half a minute, as docs/operations/fail-over.md says. */
const giveUpLongMs = 31_000;
const isLong = (path: string): boolean => /\/(?:invites|otp\/start)$/.test(path);

const isConnectionRefused = (error: unknown): boolean =>
  ((error as Error).cause as NodeJS.ErrnoException | undefined)?.code === 'ECONNREFUSED';

/** @param target called before each request: the base URL to send it to */
export const openRequests = (target: () => string): Requests => {
  const counters: Counters = {
    sent: 0,
    succeeded: 0,
    unavailable: 0,
    disconnected: 0,
    notConnected: 0,
    unexpected: [],
    slowestMs: 0,
  };
  const writes: number[] = [];
  let inFlight = 0;
  let anonymous = 0;
  const onWrite: (() => void)[] = [];
  const send: Requests['send'] = async (person, method, path, body) => {
    counters.sent += 1;
    inFlight += 1;
    anonymous += 1;
    const began = performance.now();
    try {
      const response = await fetch(`${target()}${path}`, {
        method,
        headers: {
          ...(person
            ? { authorization: `Bearer ${person.token}` }
            : { 'x-forwarded-for': `198.51.${(anonymous >> 8) & 255}.${anonymous & 255}` }),
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(isLong(path) ? giveUpLongMs : giveUpMs),
      });
      const text = await response.text();
      if (response.ok) {
        counters.succeeded += 1;
        if (body) {
          writes.push(performance.now());
          for (const tell of onWrite.splice(0)) tell();
        }
        return text ? JSON.parse(text) : {};
      }
      const isProblem = response.headers.get('content-type') === 'application/problem+json';
      if (response.status === 503 && isProblem && Number(response.headers.get('retry-after')) > 0)
        counters.unavailable += 1;
      else counters.unexpected.push(`${method} ${path} ${response.status} ${text.slice(0, 80)}`);
    } catch (error) {
      if (error instanceof DOMException) counters.unexpected.push(`${method} ${path}: no response`);
      else if (isConnectionRefused(error)) counters.notConnected += 1;
      else counters.disconnected += 1;
    } finally {
      inFlight -= 1;
      if (!isLong(path)) counters.slowestMs = Math.max(counters.slowestMs, performance.now() - began);
    }
    return null;
  };
  return {
    counters,
    writes,
    send,
    inFlight: () => inFlight,
    untilNextWrite: () => {
      const began = performance.now();
      return new Promise((resolve) => {
        onWrite.push(() => resolve(performance.now() - began));
      });
    },
  };
};
