import { downloadTimeout, longHandlerTimeout, uploadHandlerTimeout } from '@event-platform/http';
import type { FastifyContextConfig, FastifyRequest } from 'fastify';
import t from 'tap';
import { openTestSite } from '../../test-support/test-site.ts';

t.test('what a form does costs what it costs in the API', async (t) => {
  const configs = new Map<string, FastifyContextConfig>();
  await openTestSite(t, {
    app: {
      instrument: async (app) =>
        void app.addHook('onRoute', ({ method, url, config }) => {
          configs.set(`${method} ${url}`, config ?? {});
        }),
    },
  });
  const costOf = (route: string, body: unknown = {}, formFile: unknown = null): unknown => {
    const cost = configs.get(route)?.cost;
    return typeof cost === 'function' ? cost({ body, formFile } as FastifyRequest) : cost;
  };
  const file = { name: 'cover' };
  t.match(configs.get('POST /my/account/export'), { cost: 'download', handlerTimeout: downloadTimeout });
  for (const [route, few, many] of [
    ['POST /organise/new/save', { repeat: '' }, { repeat: 'weeks' }],
    ['POST /organise/:id/edit/save', { scope: 'one' }, { scope: 'all' }],
    ['POST /organise/:id/cancel/confirm', {}, { series: '1' }],
    ['POST /organise/:id/invite/send', { usernames: 'ada' }, { circles: 'x' }],
    ['POST /organise/:id/invite/send', { emails: 'a@a.example' }, { emails: 'a@a.example,'.repeat(30) }],
  ] as const) {
    t.equal(costOf(route, few), 'write', route);
    t.equal(costOf(route, many), 'bulk', route);
    const { takesPicture = false, handlerTimeout } = configs.get(route) ?? {};
    t.equal(handlerTimeout, takesPicture ? uploadHandlerTimeout : longHandlerTimeout, route);
    if (takesPicture)
      t.strictSame([costOf(route, few, file), costOf(route, many, file)], ['picture', 'bulk'], route);
  }
  t.strictSame(
    [costOf('POST /my/account/save'), costOf('POST /my/account/save', {}, file)],
    ['write', 'picture'],
  );
  t.equal(costOf('POST /my/account/unblock'), undefined, 'as any other');
});
