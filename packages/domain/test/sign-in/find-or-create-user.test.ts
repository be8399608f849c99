import t from 'tap';
import { createMemoryDomain, steerableClock } from '../../memory/index.ts';
import { refusal } from '../support.ts';

t.test('a service with a login of its own gets the user of a phone', async (t) => {
  const { domain, smsSent } = createMemoryDomain();
  const [first, same] = await Promise.all(
    [1, 2].map(() => domain.findOrCreateUser({ phone: '+447700900123', name: 'Ada' })),
  );
  t.equal(first?.user.id, same?.user.id);
  t.equal([first, same].filter((result) => result?.isNew).length, 1);
  t.strictSame(smsSent, [], 'no SMS is sent');
  const again = await domain.findOrCreateUser({ phone: '+447700900123', name: 'Eve' });
  t.match(again, { isNew: false, user: { name: 'Ada' } });
  await t.rejects(domain.findOrCreateUser({ phone: 'no phone' }), refusal('invalid_request'));
});

t.test('the clock of a domain in memory runs, unless a fixed one is given', async (t) => {
  const before = Date.now();
  const { clock } = createMemoryDomain();
  t.ok(clock.now().getTime() >= before && clock.now().getTime() <= Date.now());
  clock.advance(60_000);
  t.ok(clock.now().getTime() >= before + 60_000, 'it can be moved as well');
  const at = new Date('2026-06-01T12:00:00Z');
  clock.set(at);
  t.ok(clock.now().getTime() - at.getTime() < 10_000);
  const fixed = createMemoryDomain({ clock: steerableClock(at), settings: { quotaScale: 1 } });
  t.equal(fixed.clock.now().getTime(), at.getTime());
});
