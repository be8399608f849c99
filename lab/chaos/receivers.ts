import { createServer, type Server } from 'node:http';
import { mailCatcher } from '../../packages/service/test/support/catchers.ts';

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
  let close = async (): Promise<void> => undefined;
  return {
    url: `smtp://127.0.0.1:${port}`,
    messageIds,
    up: async (): Promise<void> => {
      const undo: (() => unknown)[] = [];
      const catcher = await mailCatcher({ teardown: (step) => void undo.push(step) }, port);
      close = async () => {
        for (const step of undo) await step();
        messageIds.push(...catcher.messageIds.splice(0));
      };
    },
    down: () => close(),
  };
};
