import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Owner } from '../../packages/adapters-postgres/test-support/test-database.ts';
import { mailCatcher } from '../../packages/service/test/support/catchers.ts';
import type { Replica } from '../../packages/service/test/support/replica.ts';
import { newOwner } from './scenario.ts';
import type { World } from './world.ts';

/** Who answers, so that a webhook is told. */
export const guests = 20;

/** Makes a webhook of the organizer, which hears of answers; resolves to its id. */
export const newWebhook = async (world: World, service: Replica, url: string): Promise<string> => {
  const body = { url, types: ['rsvp.changed'] };
  const made = await service.call('POST /v1/webhooks', { token: world.people[0]?.token, body });
  if (made.status !== 201) throw new Error(`The setup received status ${made.status}`);
  return made.body.id;
};

/** The answers of everybody to an event. */
export const answerAll = (world: World, service: Replica, event: string) =>
  Promise.all(
    world.people.slice(1, guests + 1).map(async ({ token }) => {
      const began = performance.now();
      const body = { status: 'going' };
      const { status } = await service.call(`POST /v1/events/${event}/rsvp`, { token, body });
      return { status, ms: performance.now() - began };
    }),
  );

interface Told {
  readonly id: string;
  readonly userId: string;
}

/** A webhook's endpoint that can be down. */
export const openEndpoint = (port: number) => {
  const requests: Told[] = [];
  let server: Server | undefined;
  const endpoint = {
    url: `http://127.0.0.1:${port}/`,
    requests,
    /** Called for each message, before the response; false for none. */
    onMessage: (): boolean => true,
    up: async (): Promise<void> => {
      server = createServer(async (request, response) => {
        const { data } = JSON.parse(Buffer.concat(await request.toArray()).toString());
        requests.push({ id: String(request.headers['webhook-id']), userId: data.userId });
        if (endpoint.onMessage()) response.writeHead(204).end();
        else request.socket.destroy();
      });
      await new Promise<void>((resolve) => server?.listen(port, '127.0.0.1', resolve));
    },
    down: (): void => {
      server?.closeAllConnections();
      server?.close();
    },
  };
  return endpoint;
};

/** A mail server that can be down, and the Message-ID of each mail that it took. */
export const openMailServer = (port: number) => {
  const messageIds: string[] = [];
  const owner = newOwner();
  return {
    url: `smtp://127.0.0.1:${port}`,
    messageIds,
    up: async (): Promise<void> => {
      const catcher = await mailCatcher(owner, port);
      owner.teardown(() => messageIds.push(...catcher.messageIds));
    },
    down: owner.end,
  };
};

interface TakenPush {
  readonly to: string;
  readonly id: string;
  readonly kind: string;
  readonly eventId: string;
}

/** Expo's service, which takes pushes without a response until it is told to respond. */
export const openExpo = async ({ teardown }: Owner) => {
  const pushes: TakenPush[] = [];
  let isSilent = true;
  const server = createServer(async (request, response) => {
    const [{ to, collapseId: id, data }] = JSON.parse(Buffer.concat(await request.toArray()).toString());
    pushes.push({ to, id, kind: data.kind, eventId: data.eventId });
    if (!isSilent) response.end(JSON.stringify({ data: [{ status: 'ok' }] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    variables: { PUSH: 'expo', EXPO_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
    pushes,
    respond: (): void => {
      isSilent = false;
    },
  };
};
