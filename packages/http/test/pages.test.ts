import t from 'tap';
import type { PagesContext } from '../src/index.ts';
import { isProblem, openTestApp, publicUrl } from '../test-support/test-app.ts';

t.test('without pages a problem is explained in plain text where its type leads', async (t) => {
  const { call } = await openTestApp(t);
  const refusal = await call('GET /v1/auth/me', { headers: { accept: 'text/html' } });
  const { status, headers, text } = await call(`GET ${refusal.body.type.slice(publicUrl.length)}`);
  t.equal(status, 200);
  t.equal(headers['content-type'], 'text/plain; charset=utf-8');
  t.equal(headers['cache-control'], 'public, max-age=300');
  t.match(text, /^Not signed in\n\n.*expired.*\n\nunauthenticated, status 401\n$/);
  const all = await call('GET /problems');
  t.equal(all.headers['content-type'], 'text/plain; charset=utf-8');
  t.equal(all.headers['cache-control'], 'public, max-age=300');
  t.match(all.text, /^event_not_found \(404\): Event not found$/m);
  isProblem(t, await call('GET /problems/unknown'), 404, 'not_found');
  for (const path of ['/', '/e/x', '/about'])
    isProblem(t, await call(`GET ${path}`, { headers: { accept: 'text/html' } }), 404, 'not_found', path);
});

t.test('pages are made from what the API has, and show what is not found', async (t) => {
  let pagesContext: PagesContext | undefined;
  const { call } = await openTestApp(t, {
    pages: () => (context) => {
      pagesContext = context;
      return {
        routes: async (app) => {
          app.get('/problems', async () => 'all of them');
        },
        notFound: (request, reply, { code }) =>
          request.url === '/nothing' ? reply.code(404).send(`a page: ${code}`) : null,
      };
    },
  });
  t.strictSame(pagesContext?.settings, { publicUrl, currency: 'EUR' }, 'no secrets');
  t.equal((await call('GET /problems')).text, 'all of them');
  t.equal((await call('GET /nothing')).text, 'a page: not_found');
  isProblem(t, await call('GET /problems/forbidden'), 404, 'not_found', 'of the pages');
  isProblem(t, await call('GET /v1/nothing'), 404, 'not_found');
});
