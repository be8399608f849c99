import t from 'tap';
import { bearerOf, sentBearer } from '../../src/security/access-tokens.ts';
import { isProblem, openTestApp } from '../../test-support/test-app.ts';

const request = (authorization: string | undefined) => ({ headers: { authorization } });

t.test('the token of a header', async (t) => {
  const tokens: [string | undefined, string, boolean][] = [
    ['Bearer a.b.c', 'a.b.c', true],
    ['bEARER   a.b.c  ', 'a.b.c', true],
    ['Bearer', '', true],
    ['Bearer ', '', true],
    ['Bearer\ta', '', true],
    ['Bearer a b', '', true],
    ['Bearera', '', false],
    ['Basic bearer a', '', false],
    [' Bearer a', '', false],
    ['', '', false],
    [undefined, '', false],
  ];
  for (const [header, token, isSent] of tokens) {
    t.equal(bearerOf(request(header)), token, `token of ${header}`);
    t.equal(sentBearer(request(header)), isSent, `scheme of ${header}`);
  }
});

t.test('a valid token under another scheme is anonymous', async (t) => {
  const { call, person } = await openTestApp(t);
  const { accessToken } = await person();
  for (const authorization of [`Basic bearer ${accessToken}`, `Xbearer ${accessToken}`]) {
    const response = await call('GET /v1/auth/me', { headers: { authorization } });
    isProblem(t, response, 401, 'unauthenticated');
    t.equal(response.headers['www-authenticate'], 'Bearer', 'no token is blamed');
    t.equal((await call('GET /v1/events', { headers: { authorization } })).status, 200);
  }
});
