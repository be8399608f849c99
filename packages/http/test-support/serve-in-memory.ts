import type { AddressInfo } from 'node:net';
import { createMemoryWorld, type MemoryWorld } from '@event-platform/domain/memory';
import { pino } from 'pino';
import { buildApp } from '../src/index.ts';
import './never-shed.ts';

/** The application over a world in memory, on a port of this machine. */
export interface ServedWorld {
  readonly url: string;
  readonly world: MemoryWorld;
  /** Every request received, such as `POST /v1/auth/refresh`, oldest first. */
  readonly received: string[];
  close(): Promise<void>;
}

/** Numbers whose code is always 1234. */
export const testPhones = ['+15550001111', '+15550002222', '+15550003333'] as const;

/** Serves until it is closed; callers on this machine may name their network in `X-Forwarded-For`. */
export const serveInMemory = async (corsOrigins: readonly string[] = []): Promise<ServedWorld> => {
  const codes = Object.fromEntries(testPhones.map((phone) => [phone, '1234']));
  const settings = { testPhones: { codes, until: new Date('2099-01-01') } };
  const world = createMemoryWorld({ now: new Date(), settings });
  const received: string[] = [];
  const app = await buildApp({
    ...world,
    settings: {
      appName: 'Lantern',
      publicUrl: 'https://events.example.com',
      jwtKeys: [{ kid: 'first', secret: Buffer.alloc(32, 1) }],
      refreshSecrets: [Buffer.alloc(32, 2)],
      trustProxy: ['127.0.0.1'],
      corsOrigins: [...corsOrigins],
      currency: 'EUR',
      maxConcurrentRequests: 1_000,
    },
    ready: async () => undefined,
    isDraining: () => false,
    logger: pino({ level: 'silent' }),
    instrument: async (instrumented) => {
      instrumented.addHook('onRequest', async ({ method, url }) => void received.push(`${method} ${url}`));
    },
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, world, received, close: () => app.close() };
};
