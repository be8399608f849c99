import { Session } from 'node:inspector/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { compose } from '../../packages/service/src/compose.ts';
import { readConfig } from '../../packages/service/src/config/config.ts';

/** The functions that ran for one request, by file below `packages/`. */
type Ran = ReadonlyMap<string, readonly string[]>;

/** What runs for requests of one kind. */
export interface Walk {
  /** The functions that ran for each of them. */
  readonly always: Ran;
  /** The files of which something ran for some of them, or beside them. */
  readonly ever: ReadonlySet<string>;
}

export interface Walks {
  /** `GET /v1/events`, signed in and warm. */
  readonly list: Walk;
  /** `POST /v1/events/:id/rsvp`, warm. */
  readonly rsvp: Walk;
}

/** What else the process does, such as looking for jobs, falls into some of that many requests and not into all. */
const repetitions = 8;
const packages = new URL('../../packages/', import.meta.url).href;
const phone = '+447700900820';

/** What ran in all of the walks. */
const common = (walks: readonly Ran[]): Ran => {
  const [first = new Map<string, readonly string[]>(), ...others] = walks;
  const entries = [...first].map(([file, names]) => {
    const inAll = names.filter((name) => others.every((walk) => walk.get(file)?.includes(name)));
    return [file, inAll] as const;
  });
  return new Map(entries.filter(([, names]) => names.length > 0));
};

/**
 * Starts the service on a migrated database, sends both requests until they are warm, and tells by V8's coverage which
 * functions of `packages/*\/src` run for each of them.
 */
export const walkRequests = async (databaseUrl: string): Promise<Walks> => {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    DEMO_DATA: 'true',
    LOG_LEVEL: 'silent',
    TEST_PHONES: `${phone}=1234;until=2999-01-01`,
  });
  const service = await compose(config, () => undefined, false, {
    logger: pino({}, { write: () => undefined }),
  });
  try {
    const url = await service.app.listen({ host: '127.0.0.1', port: 0 });
    const call = async (method: string, path: string, body?: object, token = '') => {
      const response = await fetch(`${url}/v1${path}`, {
        method,
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
      return JSON.parse(text);
    };
    // Until the index of listings is loaded, lists are found by SQL.
    for (;;) {
      const ready = await fetch(`${url}/health/ready`);
      if ((await ready.text()).includes('"listingIndex":"loaded"')) break;
      await delay(50);
    }
    await call('POST', '/auth/otp/start', { phone });
    const { accessToken } = await call('POST', '/auth/otp/check', { phone, code: '1234' });
    const list = () => call('GET', '/events?limit=20', undefined, accessToken);
    const { data } = await list();
    let isGoing = false;
    const rsvp = () => {
      isGoing = !isGoing;
      const status = isGoing ? 'going' : 'interested';
      return call('POST', `/events/${data[0].id}/rsvp`, { status }, accessToken);
    };

    const walk = async (send: () => Promise<unknown>): Promise<Ran> => {
      // Starts the counts anew.
      await session.post('Profiler.takePreciseCoverage');
      await send();
      // What follows the response, such as its line in the log.
      await delay(20);
      const { result } = await session.post('Profiler.takePreciseCoverage');
      return new Map(
        result
          .filter((script) => script.url.startsWith(packages) && script.url.includes('/src/'))
          .map(({ url: file, functions }): [string, readonly string[]] => [
            fileURLToPath(file).slice(fileURLToPath(packages).length),
            functions
              .filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0)
              .map(({ functionName, ranges }) => functionName || `(${ranges[0]?.startOffset})`),
          ])
          .filter(([, names]) => names.length > 0),
      );
    };
    const warm = async (send: () => Promise<unknown>): Promise<Walk> => {
      for (let sent = 0; sent < repetitions; sent += 1) await send();
      const walks: Ran[] = [];
      for (let sent = 0; sent < repetitions; sent += 1) walks.push(await walk(send));
      return { always: common(walks), ever: new Set(walks.flatMap((one) => [...one.keys()])) };
    };
    return { list: await warm(list), rsvp: await warm(rsvp) };
  } finally {
    await service.close();
    session.disconnect();
  }
};
