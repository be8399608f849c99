import t from 'tap';
import { createMemoryDomain } from '../memory/index.ts';
import { draftDefaults } from '../src/index.ts';
import { after, day, hour } from '../src/time.ts';

t.test('a domain in memory needs nothing and shows what it sent', async (t) => {
  const { domain, clock, smsSent, mailsSent, deliverMails } = createMemoryDomain();
  await domain.startSignIn({ phone: '+447700900001' });
  const [{ phone = '', code = '' } = {}] = smsSent;
  const { user } = await domain.checkCode({ phone, code, network: '203.0.113.0/24' });
  const event = await domain.createEvent({
    organizerId: user.id,
    draft: {
      ...draftDefaults,
      title: 'Lantern concert',
      description: 'Songs by the canal.',
      category: 'music',
      startAt: after(clock.now(), day),
      endAt: after(clock.now(), day + hour),
      location: { address: 'Maybachufer 1, Berlin', lat: 52.4931, lng: 13.4266 },
    },
  });
  const people = { circleIds: [], userIds: [], emails: ['guest@example.com'] };
  await domain.invite({ eventId: event.id, callerId: user.id, ...people });
  t.equal(mailsSent.length, 0, 'a mail waits for the worker');
  await deliverMails();
  t.match(mailsSent, [{ email: 'guest@example.com', event: { title: 'Lantern concert' } }]);
});

t.test('domains in memory share nothing', async (t) => {
  const now = new Date('2026-06-01T12:00:00Z');
  const [one, other] = [createMemoryDomain({ now }), createMemoryDomain({ now })];
  await one.domain.startSignIn({ phone: '+447700900001' });
  one.clock.advance(hour);
  t.strictSame(other.smsSent, []);
  t.equal(one.clock.now().getTime() - other.clock.now().getTime(), hour);
});
