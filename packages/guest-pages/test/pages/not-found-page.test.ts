import t from 'tap';
import { isProblem } from '../../../http/test-support/test-app.ts';
import { openTestSite } from '../../test-support/test-site.ts';

t.test('browsers get a page where there is none, and programs a problem', async (t) => {
  const { call } = await openTestSite(t);
  const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
  const browse = (target: string) => call(target, { headers: { accept, 'accept-language': 'de' } });
  for (const [target, status, words] of [
    ['GET /nothing', 404, 'Seite nicht gefunden'],
    ['GET /problems/nothing', 404, 'Seite nicht gefunden'],
    ['GET /i/token/accept', 405, 'Öffne den Link noch einmal'],
    ['PUT /e/x', 405, 'Öffne den Link noch einmal'],
  ] as const) {
    const page = await browse(target);
    t.equal(page.status, status, target);
    t.equal(page.headers['content-type'], 'text/html; charset=utf-8');
    t.match(page.text, words);
    isProblem(t, await call(target), status, status === 404 ? 'not_found' : 'method_not_allowed', target);
  }
  isProblem(t, await browse('GET /v1/nothing'), 404, 'not_found', 'the API speaks JSON');
});

t.test('a page that is not there leads on to a search, in either language', async (t) => {
  const { call } = await openTestSite(t);
  for (const path of ['/nothing', '/e/nothing']) {
    const { text } = await call(`GET ${path}`, { headers: { accept: 'text/html' } });
    t.match(text, /<form class="search" role="search" method="get" action="\/">/, path);
    t.match(text, 'href="?lang=de"', path);
    const primary = text.match(/<button(?! class)[^>]*>[^<]*/g)?.map((button) => button.replace(/.*>/, ''));
    t.strictSame(primary, [path === '/nothing' ? 'Search' : 'Sign in'], 'one thing to do first');
  }
});
