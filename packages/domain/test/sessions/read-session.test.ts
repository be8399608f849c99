import t from 'tap';
import { createMemoryWorld } from '../../memory/index.ts';
import { refusal } from '../support.ts';

t.test('reads whom a session belongs to and writes nothing', async (t) => {
  const { domain, clock, smsSent, tables } = createMemoryWorld();
  const phone = '+447700900123';
  await domain.startSignIn({ phone });
  const code = smsSent.at(-1)?.code ?? '';
  const { session, user } = await domain.checkCode({ phone, code, network: '203.0.113.0/24' });
  const read = (generation: number) => domain.readSession({ sessionId: session.id, generation });
  clock.advance(3_600_000);
  const before = JSON.stringify(tables.sessions.rows());
  t.same(await read(1), { userId: user.id, sessionId: session.id });
  t.equal(JSON.stringify(tables.sessions.rows()), before);

  const origin = { sessionId: null, network: '203.0.113.0/24' };
  const refresh = (generation: number) =>
    domain.refreshSession({ sessionId: session.id, generation, origin });
  await refresh(1);
  t.match(await read(2), { userId: user.id });
  t.match(await read(1), { userId: user.id }, 'the response may have been lost');
  await refresh(2);
  const refused = refusal('unauthenticated');
  await t.rejects(read(1), refused, 'an older one is of a thief');
  await t.rejects(read(4), refused);
  await t.rejects(domain.readSession({ sessionId: 'x', generation: 1 }), refused);
  t.match(await read(3), { userId: user.id }, 'reading ended nothing');
  await domain.logOut({ userId: user.id, sessionId: session.id, origin });
  await t.rejects(read(3), refused);
});
