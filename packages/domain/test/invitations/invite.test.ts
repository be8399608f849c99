import t from 'tap';
import { createDomain } from '../../src/create-domain.ts';
import { limits } from '../../src/limits.ts';
import { faultsOf, person, problemOf, unknownId } from '../support.ts';
import { invitationScene } from './invitation-scene.ts';

const unknown = (count: number) => Array.from({ length: count }, () => unknownId);
const addresses = (count: number) =>
  Array.from({ length: count }, (_, index) => `guest${index}@mail.example`);

t.test('every limit of one call is accepted', async (t) => {
  const { invite } = await invitationScene();
  t.hasStrict(await invite({ circleIds: unknown(limits.inviteCircles) }), { sent: 0, skipped: 100 });
  t.hasStrict(await invite({ userIds: unknown(limits.inviteUsers) }), { sent: 0, skipped: 1_000 });
  t.hasStrict(await invite({ emails: addresses(limits.inviteEmails) }), { sent: 500, skipped: 0 });
});

t.test('a call that names too many, none or faulty ones is refused with each fault once', async (t) => {
  const { invite } = await invitationScene();
  t.strictSame(await faultsOf(invite({})), [
    { path: '', message: 'must name at least one circle, user or e-mail address' },
  ]);
  t.strictSame(await faultsOf(invite({ circleIds: unknown(101), userIds: unknown(1_001) })), [
    { path: '/circleIds', message: 'must hold at most 100 entries' },
    { path: '/userIds', message: 'must hold at most 1000 entries' },
  ]);
  t.strictSame(
    await faultsOf(invite({ emails: Array.from({ length: 501 }, () => 'no address') })),
    [{ path: '/emails', message: 'must hold at most 500 entries' }],
    'too many are not looked at one by one',
  );
  t.strictSame(
    await faultsOf(invite({ emails: [...addresses(499), 'no address'] })),
    [{ path: '/emails/499', message: 'must be an e-mail address' }],
    'as many as allowed are',
  );
});

t.test('an event that has ended takes no invitations', async (t) => {
  const { world, endAt, invite } = await invitationScene();
  world.clock.set(endAt);
  t.strictSame(await faultsOf(invite({ userIds: [unknownId] })), [
    { path: '', message: 'is too late: the event has ended' },
  ]);
});

t.test('users are told in the app: no mail is queued or counted', async (t) => {
  const { world, invite } = await invitationScene({ emailDailyCap: 0 });
  t.hasStrict(await invite({ userIds: [await person(world)] }), { sent: 1, skipped: 0 });
  t.strictSame(world.tables.outbox.rows(), []);
  t.strictSame(await problemOf(invite({ emails: ['guest@mail.example'] })), {
    code: 'rate_limited',
    detail: 'More than 0 invitation mails in one day.',
    budget: 'daily-mails',
    limit: 0,
    retryAfterSeconds: 12 * 3600,
  });
});

t.test('users can be invited when the cap of mails was lowered below what was sent', async (t) => {
  const { world, invite } = await invitationScene({ emailDailyCap: 3 });
  await invite({ emails: addresses(3) });
  const { dependencies } = world;
  const lowered = createDomain({ ...dependencies, settings: { ...dependencies.settings, emailDailyCap: 1 } });
  t.hasStrict(await invite({ userIds: [await person(world)] }, lowered), { sent: 1 });
});
