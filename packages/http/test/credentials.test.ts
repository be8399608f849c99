import t from 'tap';
import { openedBy, sentRefreshTokens } from '../src/credentials.ts';
import type { PagesContext } from '../src/index.ts';
import { refreshTokens } from '../src/security/refresh-tokens.ts';
import { openTestApp } from '../test-support/test-app.ts';

type Request = Parameters<typeof openedBy>[0];

t.test('a route takes the credentials that it names, and no other', async (t) => {
  const tokens = sentRefreshTokens(refreshTokens([Buffer.alloc(32, 1)]));
  const { call, logged } = await openTestApp(t, {
    pages: () => () => ({
      routes: async (app) => {
        const look = (request: Request) => openedBy(request, 'feedAddress').findFeedOwner({ token: 'x' });
        const readDevice = async (request: Request) => tokens.read(request, 'knownDevice', 'x');
        app.get('/named', { config: { credentials: ['feedAddress'] } }, look);
        app.get('/another', { config: { credentials: ['ticket'] } }, look);
        app.get('/unnamed', look);
        app.get('/device', { config: { credentials: ['refreshToken'] } }, readDevice);
      },
      notFound: () => null,
    }),
  });
  t.equal((await call('GET /named')).status, 404, 'an unknown address');
  for (const path of ['/another', '/unnamed', '/device']) {
    logged.length = 0;
    t.equal((await call(`GET ${path}`)).status, 500, path);
    t.ok(logged.join('').includes('at assertNamed'), 'the log says where');
  }
});

t.test('without the name of its entry no route has the use case of a credential', async (t) => {
  const ofApi = ({ domain }: Request) => {
    // @ts-expect-error
    return domain.findFeedOwner;
  };
  const ofPages = ({ domain }: PagesContext) => {
    // @ts-expect-error
    return domain.readReceipt;
  };
  const byAnother = (request: Request) => {
    // @ts-expect-error
    return openedBy(request, 'feedAddress').readReceipt;
  };
  const byUnknown = (request: Request) => {
    // @ts-expect-error
    return openedBy(request, 'apiKey');
  };
  t.equal([ofApi, ofPages, byAnother, byUnknown].length, 4, 'each is refused by the compiler');
});
