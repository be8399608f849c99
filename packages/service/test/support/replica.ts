import { randomBytes } from 'node:crypto';
import { freePort, type MainProcess, newFolder, startMain, type Variables } from './service-process.ts';

/** A fresh 32-byte secret, as the settings take it. */
export const secret = () => randomBytes(32).toString('base64url');

/** What every replica of a test is started with, next to where its database is. */
export const replicaVariables = (): Variables => ({
  DEMO_DATA: 'false',
  TRUST_PROXY: '127.0.0.1/32',
  PUBLIC_URL: 'https://events.example.com',
  OTP_PEPPER: secret(),
  JWT_KEYS: `first:${secret()}`,
});

export interface Replica {
  /** Where it serves, without a slash at the end. */
  readonly url: string;
  readonly process: MainProcess;
  readonly call: (
    target: string,
    options?: { token?: string | undefined; body?: unknown; from?: string },
    // biome-ignore lint/suspicious/noExplicitAny: what the service says is what the tests are there to find out
  ) => Promise<{ status: number; body: any; headers: Headers }>;
}

let addresses = 0;
/** An address nobody has called from. */
export const newAddress = () => {
  addresses += 1;
  return `198.51.${addresses >> 8}.${addresses & 255}`;
};

export const startReplica = async (variables: Variables): Promise<Replica> => {
  const port = Number(variables.PORT ?? (await freePort()));
  const process = startMain('server.ts', { PORT: String(port), ...variables, DATA_DIR: newFolder() });
  await process.waitFor(/is ready/);
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    process,
    call: async (target, { token, body, from = newAddress() } = {}) => {
      const [method = '', path = ''] = target.split(' ');
      const response = await fetch(`${url}${path}`, {
        method,
        headers: {
          'x-forwarded-for': from,
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, body: text ? JSON.parse(text) : null, headers: response.headers };
    },
  };
};
