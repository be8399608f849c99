/** Units of one client; each of its requests holds some while it runs. */
export const unitsOfClient = 64;

/**
 * How long the units of a request out of a lane rest at least while further requests of its client wait and
 * there are other clients, in milliseconds: those are served then.
 */
const cooldownMs = 100;
/** For so long after its last request another client is still there, in milliseconds. */
const activeWindowMs = 1_000;

/** What a request holds while it runs. */
export interface Cost {
  /** Of the 64 of its client. */
  readonly units: number;
  /** What it shares with the requests of all other clients; null for nothing. */
  readonly lane: string | null;
  /** Requests in the lane, this one included. */
  readonly maxInLane: number;
  /** The longest wait, in milliseconds. */
  readonly maxWaitMs: number;
}

/** Ends a request; its units rest for `restMs` more. */
export type Release = (restMs: number) => void;

/** Who a request waited for in vain: its own client, or all others. */
export type Delay = 'client' | 'others';

interface Waiting {
  readonly cost: Cost;
  readonly begin: () => void;
}

interface Client {
  readonly key: string;
  held: number;
  /** Its virtual time: the units that it was given, as far as others could have had them. */
  pass: number;
  readonly waiting: Set<Waiting>;
}

/** The requests of a process, in an order that is fair between clients; an idle client takes no memory. */
export interface FairQueue {
  /** Begins a request now; null when it has to wait. */
  begin(key: string, cost: Cost): Release | null;
  /** Resolves when the request may run; or with whom it waited for, after `maxWaitMs`. */
  wait(key: string, cost: Cost): Promise<Release | Delay>;
  /** The clients with requests. */
  readonly size: number;
}

/**
 * Start-time fair queuing (Goyal, Vin and Cheng 1996) with the units of requests as their weight: of the
 * requests that may begin, next is one of the client that was given the fewest units, the earliest of its
 * own.
 */
export const createFairQueue = (): FairQueue => {
  const clients = new Map<string, Client>();
  const delayed = new Set<Client>();
  const running = new Map<string, number>();
  let clock = 0;
  /** Of the last request, and of the last one by another client than that. */
  let [last, other] = [{ key: '', at: Number.NEGATIVE_INFINITY }, { at: Number.NEGATIVE_INFINITY }];

  const note = (key: string): void => {
    if (key !== last.key) other = last;
    last = { key, at: performance.now() };
  };
  const isAlone = (key: string): boolean =>
    performance.now() - (key === last.key ? other : last).at > activeWindowMs;

  const clientOf = (key: string): Client => {
    const client = clients.get(key) ?? { key, held: 0, pass: clock, waiting: new Set<Waiting>() };
    clients.set(key, client);
    return client;
  };
  const fits = ({ held }: Client, { units, lane, maxInLane }: Cost): boolean =>
    held + units <= unitsOfClient && (lane === null || (running.get(lane) ?? 0) < maxInLane);

  const next = (): Waiting | null => {
    let next: Waiting | null = null;
    let fewest = Number.POSITIVE_INFINITY;
    for (const client of delayed) {
      if (client.pass >= fewest) continue;
      for (const waiting of client.waiting) {
        if (!fits(client, waiting.cost)) continue;
        next = waiting;
        fewest = client.pass;
        break;
      }
    }
    return next;
  };
  const dispatch = (): void => {
    while (delayed.size > 0) {
      const waiting = next();
      if (!waiting) return;
      waiting.begin();
    }
  };

  const giveBack = (client: Client, units: number): void => {
    client.held -= units;
    if (client.held === 0 && client.waiting.size === 0) clients.delete(client.key);
    dispatch();
  };
  const start = (client: Client, { units, lane }: Cost): Release => {
    clock = Math.max(client.pass, clock);
    client.pass = clock + units;
    client.held += units;
    if (lane !== null) running.set(lane, (running.get(lane) ?? 0) + 1);
    let isReleased = false;
    return (restMs) => {
      if (isReleased) return;
      isReleased = true;
      if (lane !== null) running.set(lane, (running.get(lane) ?? 1) - 1);
      // A lane is shared as it is.
      const mustRest = lane === null && client.waiting.size > 0 && !isAlone(client.key);
      const rest = mustRest ? Math.max(restMs, cooldownMs) : restMs;
      if (rest > 0) {
        setTimeout(giveBack, rest, client, units).unref();
        dispatch();
      } else giveBack(client, units);
    };
  };

  return {
    begin: (key, cost) => {
      note(key);
      const client = clients.get(key);
      if (client && !fits(client, cost)) return null;
      if (!client && cost.lane !== null && (running.get(cost.lane) ?? 0) >= cost.maxInLane) return null;
      return start(client ?? clientOf(key), cost);
    },
    wait: (key, cost) => {
      const client = clientOf(key);
      if (fits(client, cost)) return Promise.resolve(start(client, cost));
      return new Promise((resolve) => {
        const leave = () => {
          clearTimeout(timer);
          client.waiting.delete(waiting);
          if (client.waiting.size === 0) delayed.delete(client);
        };
        const timer = setTimeout(() => {
          leave();
          const isOwn = client.held + cost.units > unitsOfClient;
          if (client.held === 0 && client.waiting.size === 0) clients.delete(key);
          resolve(isOwn ? 'client' : 'others');
        }, cost.maxWaitMs);
        const waiting: Waiting = {
          cost,
          begin: () => {
            leave();
            resolve(start(client, cost));
          },
        };
        client.waiting.add(waiting);
        delayed.add(client);
      });
    },
    get size() {
      return clients.size;
    },
  };
};
