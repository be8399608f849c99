import t from 'tap';
import { refreshTokens } from '../../src/security/refresh-tokens.ts';

t.test('a refresh token is read back as it was issued', async (t) => {
  const tokens = refreshTokens([Buffer.alloc(32, 5)]);
  const id = '0197a5c2-7f3e-7c1a-9b1e-2f4d6a8c0e12' as never;
  for (const generation of [1, 9, 10, 999_999_999])
    t.strictSame(tokens.read(tokens.issue({ id, generation })), { sessionId: id, generation });
  t.equal(
    refreshTokens([Buffer.alloc(32, 6)]).read(tokens.issue({ id, generation: 1 })),
    null,
    'another secret',
  );
});

t.test('a refresh token is read while its secret is among the ones in force', async (t) => {
  const [old, fresh] = [Buffer.alloc(32, 5), Buffer.alloc(32, 6)];
  const session = { id: '0197a5c2-7f3e-7c1a-9b1e-2f4d6a8c0e12' as never, generation: 3 };
  const claims = { sessionId: session.id, generation: 3 };
  const issued = refreshTokens([old]).issue(session);
  t.strictSame(refreshTokens([fresh, old]).read(issued), claims);
  t.strictSame(refreshTokens([old, fresh]).read(refreshTokens([fresh, old]).issue(session)), claims);
  t.strictSame(
    refreshTokens([fresh]).read(refreshTokens([fresh, old]).issue(session)),
    claims,
    'the first issues',
  );
});
