/**
 * A Fastify server with routes of its own that embeds the platform's API and pages, here over a domain in memory.
 * Sign-in codes are printed.
 *
 *   npm run example:embedded
 */
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { createMemoryWorld, runningClock } from '@event-platform/domain/memory';
import { guestPages } from '@event-platform/guest-pages';
import { buildApp, isRouteOf } from '@event-platform/http';
import { fastify } from 'fastify';

/** Builds the server; it listens when it is told to. */
export const buildServer = async (publicUrl: string, print: (line: string) => void = console.log) => {
  const world = createMemoryWorld({
    clock: runningClock(),
    overrides: {
      codeSender: {
        sendCode: async (message) => {
          world.smsSent.push(message);
          print(`SMS to ${message.phone}: ${message.code}`);
        },
      },
    },
  });
  const platform = await buildApp({
    ...world,
    settings: {
      appName: 'Ticket office',
      publicUrl,
      jwtKeys: [{ kid: 'first', secret: randomBytes(32) }],
      refreshSecrets: [randomBytes(32)],
      trustProxy: [],
      corsOrigins: [],
      currency: 'EUR',
      maxConcurrentRequests: 100,
    },
    pages: guestPages({
      brand: { name: 'Ticket office', color: '#4b47a3', logoUrl: null },
      appLinks: { apple: [], android: [] },
      formSecrets: [randomBytes(32)],
      formReceipts: world.formReceipts,
    }),
    ready: async () => undefined,
    isDraining: () => false,
    logger: fastify().log,
  });
  await platform.ready();

  // Both parse their own bodies: the choice is made before either reads the request.
  const server = fastify({
    serverFactory: (own) =>
      createServer((request, response) => {
        if (isRouteOf(platform, request.url ?? '')) platform.routing(request, response);
        else own(request, response);
      }),
  });
  server.addHook('onClose', () => platform.close());

  // A route of one's own calls the same use cases.
  server.get('/tickets/:username', async (request, reply) => {
    const { username } = request.params as { readonly username: string };
    const user = await world.domain.findUser({ username }).catch(() => null);
    return user
      ? { holder: user.name || user.username, tickets: [] }
      : reply.code(404).send({ error: 'no such person' });
  });
  return { server, world };
};

if (import.meta.main) {
  const port = Number(process.env.PORT ?? 3001);
  const { server } = await buildServer(`http://127.0.0.1:${port}`);
  console.log(`Listening on ${await server.listen({ port, host: '127.0.0.1' })}`);
}
