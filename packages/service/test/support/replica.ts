import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import type { Owner } from '../../../adapters-postgres/test-support/test-database.ts';
import { compose } from '../../src/compose.ts';
import { readConfig } from '../../src/config/config.ts';
import { freePort, type MainProcess, newFolder, startMain, type Variables } from './service-process.ts';

/** A new 32-byte secret in the form of the settings. */
export const secret = () => randomBytes(32).toString('base64url');

/** The variables of every replica of a test, except for its database. */
export const replicaVariables = (): Variables => ({
  DEMO_DATA: 'false',
  QUOTA_SCALE: '0',
  TRUST_PROXY: '127.0.0.1/32',
  PUBLIC_URL: 'https://events.example.com',
  CONTACT_EMAIL: 'help@example.com',
  OTP_PEPPER: secret(),
  JWT_KEYS: `first:${secret()}`,
});

/** The body of a new event, tomorrow. */
export const newConcert = (changes: object = {}) => {
  const startAt = Date.now() + 86_400_000;
  return {
    title: 'Lantern concert',
    description: '',
    startAt: new Date(startAt).toISOString(),
    endAt: new Date(startAt + 3_600_000).toISOString(),
    location: { address: 'Maybachufer 1, Berlin', lat: 52.49, lng: 13.43 },
    category: 'music',
    ...changes,
  };
};

export type Call = (
  target: string,
  options?: {
    token?: string | undefined;
    body?: unknown;
    from?: string | undefined;
    headers?: Readonly<Record<string, string>>;
  },
  // biome-ignore lint/suspicious/noExplicitAny: the tests assert the shape of the body
) => Promise<{ status: number; body: any; headers: Headers }>;

/** A service that listens. */
export interface Replica {
  /** Its base URL, without a slash at the end. */
  readonly url: string;
  readonly call: Call;
}

/** One in a process of its own. */
export interface ReplicaProcess extends Replica {
  readonly process: MainProcess;
}

/** One in this process. */
export interface OpenReplica extends Replica {
  close(): Promise<void>;
}

/**
 * Sends a request until it is served, as clients do: on a busy machine a crowd of them may be refused with 503 while no
 * connection of the database, or no decoder, becomes free in time.
 */
export const untilServed = async <Served extends { readonly status: number }>(
  send: () => Promise<Served>,
): Promise<Served> => {
  for (;;) {
    const response = await send();
    if (response.status !== 503) return response;
  }
};

let addresses = 0;
/** An address without earlier requests. */
export const newAddress = () => {
  addresses += 1;
  return `198.51.${addresses >> 8}.${addresses & 255}`;
};

const callsTo =
  (url: string): Call =>
  async (target, { token, body, from = newAddress(), headers = {} } = {}) => {
    const [method = '', path = ''] = target.split(' ');
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        'x-forwarded-for': from,
        ...headers,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text ? JSON.parse(text) : null, headers: response.headers };
  };

/** For tests that end it, or read what it prints. @param program the `server.ts` of another checkout, if any */
export const startReplica = async (
  variables: Variables,
  program: string | URL = 'server.ts',
): Promise<ReplicaProcess> => {
  const port = Number(variables.PORT ?? (await freePort()));
  const process = startMain(program, { PORT: String(port), ...variables, DATA_DIR: newFolder() });
  await process.waitFor(/is ready/);
  const url = `http://127.0.0.1:${port}`;
  return { url, process, call: callsTo(url) };
};

/** Silent, in this process: a process of its own takes a second of processor time to start. It ends with the test. */
export const openReplica = async (t: Owner, variables: Variables): Promise<OpenReplica> => {
  const config = readConfig({ ...variables, DATA_DIR: newFolder() });
  const { app, close } = await compose(config, () => undefined, false, {
    logger: pino({}, { write: () => {} }),
  });
  t.teardown(close);
  const url = await app.listen({ host: '127.0.0.1', port: Number(variables.PORT ?? 0) });
  return { url, call: callsTo(url), close };
};
