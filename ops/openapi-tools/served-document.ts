import { createMemoryWorld } from '@event-platform/domain/memory';
import { pino } from 'pino';
import { buildApp } from '../../packages/http/src/index.ts';

/** The OpenAPI document as the service serves it. */
export const servedDocument = async (): Promise<string> => {
  const app = await buildApp({
    ...createMemoryWorld(),
    settings: {
      appName: 'Event Platform',
      publicUrl: 'https://events.example.org',
      jwtKeys: [{ kid: 'check', secret: Buffer.alloc(32, 1) }],
      refreshSecrets: [Buffer.alloc(32, 2)],
      trustProxy: [],
      corsOrigins: [],
      currency: 'EUR',
      maxConcurrentRequests: 10,
    },
    ready: async () => undefined,
    isDraining: () => false,
    logger: pino({ level: 'silent' }),
  });
  try {
    return (await app.inject('/openapi.json')).body;
  } finally {
    await app.close();
  }
};
