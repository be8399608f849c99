/**
 * A web app of one page on the client, beside a service in memory. Codes appear in the terminal.
 *
 *   npm run example:web
 */
import { createECDH, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { draftDefaults } from '@event-platform/domain';
import { createMemoryWorld } from '@event-platform/domain/memory';
import { buildApp } from '@event-platform/http';
import { fastify } from 'fastify';

const page = fileURLToPath(new URL('page', import.meta.url));
const client = fileURLToPath(new URL('../../packages/client/src', import.meta.url));

const mediaTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.ts': 'text/javascript',
};

/** Serves the page and the client's sources without their types: an app of yours would bundle the package. */
const files =
  (baseUrl: () => string): RequestListener =>
  ({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    const path = pathname === '/' ? '/index.html' : pathname;
    try {
      if (path === '/service.json') return response.end(JSON.stringify({ baseUrl: baseUrl() }));
      const [, module] = /^\/client\/([\w/.-]+\.ts)$/.exec(path) ?? [];
      const text = module
        ? stripTypeScriptTypes(readFileSync(join(client, module), 'utf8'))
        : readFileSync(join(page, path));
      return response.writeHead(200, { 'content-type': mediaTypes[extname(path)] ?? '' }).end(text);
    } catch {
      return response.writeHead(404).end();
    }
  };

const listen = (server: ReturnType<typeof createServer>, port: number): Promise<string> =>
  new Promise((resolve) => {
    server.listen(port, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    );
  });

/** Starts the page and a service with one event; port 0 is any free one. */
export const start = async (port: number) => {
  const sendCode = async ({ phone, code }: { phone: string; code: string }) => {
    world.smsSent.push({ id: '', phone, code, language: 'en' });
    console.log(`SMS to ${phone}: ${code}`);
  };
  const webPublicKey = createECDH('prime256v1').generateKeys('base64url');
  const world = createMemoryWorld({
    now: new Date(),
    settings: { push: { platforms: ['web'], webPublicKey } },
    overrides: { codeSender: { sendCode } },
  });
  // The clock of a world in memory stands still by itself.
  const ticking = setInterval(() => world.clock.advance(1_000), 1_000);
  const phone = '+4915100000000';
  await world.domain.startSignIn({ phone });
  const { code = '' } = world.smsSent.at(-1) ?? {};
  const organizer = await world.domain.checkCode({ phone, code, network: '127.0.0.0/24' });
  const startAt = new Date(Date.now() + 86_400_000);
  const about = { title: 'Lantern concert', description: 'Songs by the canal.', category: 'music' };
  const location = { address: 'Maybachufer 1, Berlin', lat: 52.4931, lng: 13.4266 };
  const endAt = new Date(startAt.getTime() + 7_200_000);
  const draft = { ...draftDefaults, ...about, startAt, endAt, location };
  await world.domain.createEvent({ organizerId: organizer.user.id, draft });

  let service = '';
  const web = createServer(files(() => service));
  const origin = await listen(web, port);
  const app = await buildApp({
    ...world,
    settings: {
      appName: 'Events',
      publicUrl: origin,
      jwtKeys: [{ kid: 'first', secret: randomBytes(32) }],
      refreshSecrets: [randomBytes(32)],
      trustProxy: [],
      corsOrigins: [origin],
      currency: 'EUR',
      maxConcurrentRequests: 100,
    },
    ready: async () => undefined,
    isDraining: () => false,
    logger: fastify().log,
  });
  service = await app.listen({ port: 0, host: '127.0.0.1' });
  const close = async () => {
    clearInterval(ticking);
    web.closeAllConnections();
    web.close();
    await app.close();
  };
  return { origin, service, world, app, close };
};

if (import.meta.main) console.log(`Open ${(await start(Number(process.env.PORT ?? 8080))).origin}`);
