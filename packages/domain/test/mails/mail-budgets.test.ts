import t from 'tap';
import { createMemoryWorld } from '../../memory/index.ts';
import type { UserId } from '../../src/ids.ts';
import { day, minute } from '../../src/time.ts';
import { event, person, problemOf } from '../support.ts';

const names = { circleIds: [], userIds: [] };

/** A world in which each call invites to an event of its own. */
const mailScene = async (settings = {}) => {
  const world = createMemoryWorld({ settings: { quotaScale: 1, ...settings } });
  const { domain, clock } = world;
  const invite = async (organizer: UserId, ...emails: string[]) => {
    const { id: eventId } = await event(world, organizer);
    const outcome = await domain.invite({ eventId, callerId: organizer, ...names, emails });
    return { eventId, ...outcome };
  };
  const counts = async (organizer: UserId, ...emails: string[]) => {
    const { sent, skipped, suppressed } = await invite(organizer, ...emails);
    return [sent, skipped, suppressed.overBudget, suppressed.unsubscribed];
  };
  const people = async (count: number) => {
    const guestIds: UserId[] = [];
    while (guestIds.length < count) guestIds.push(await person(world));
    return guestIds;
  };
  const mailed = async () => {
    await world.deliverMails();
    return world.mailsSent.map(({ email }) => email);
  };
  return { world, domain, clock, invite, counts, people, mailed };
};

const addresses = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => `guest${from + index}@mail.example`);

t.test('one organizer mails two invitations a day to one mailbox, whatever its plus-parts', async (t) => {
  const { counts, people, mailed, clock } = await mailScene();
  const [organizer, other] = (await people(2)) as [UserId, UserId];
  t.strictSame(
    await counts(
      organizer,
      'Ada+one@Mail.example',
      'ada+two@mail.example',
      'ada@mail.example',
      'bob@mail.example',
    ),
    [4, 0, 1, 0],
    'nothing tells the organizer',
  );
  t.strictSame(await counts(organizer, 'ada+three@mail.example', 'bob@mail.example'), [2, 0, 1, 0]);
  t.strictSame(
    await counts(organizer, 'ada@other.example', 'ad@mail.example'),
    [2, 0, 0, 0],
    'other mailboxes',
  );
  t.strictSame(await counts(other, 'ada@mail.example'), [1, 0, 0, 0], 'of another organizer');
  t.strictSame((await mailed()).sort(), [
    'ad@mail.example',
    'ada+one@mail.example',
    'ada+two@mail.example',
    'ada@mail.example',
    'ada@other.example',
    'bob@mail.example',
    'bob@mail.example',
  ]);
  clock.advance(day - 1);
  t.strictSame(await counts(organizer, 'ada+four@mail.example'), [1, 0, 1, 0], 'the next UTC day');
  clock.advance(1);
  t.strictSame(await counts(organizer, 'ada+five@mail.example'), [1, 0, 0, 0], '24 hours later');
});

t.test('all organizers together mail five invitations a day to one mailbox', async (t) => {
  const { counts, people, mailed } = await mailScene();
  const organizers = await people(4);
  const sendings = [];
  for (const [index, organizer] of organizers.entries())
    sendings.push(
      await counts(
        organizer,
        `ada+${index}a@mail.example`,
        `ada+${index}b@mail.example`,
        `bob${index}@mail.example`,
      ),
    );
  t.strictSame(sendings, [
    [3, 0, 0, 0],
    [3, 0, 0, 0],
    [3, 0, 1, 0],
    [3, 0, 2, 0],
  ]);
  t.equal((await mailed()).filter((email) => email.startsWith('ada')).length, 5);
});

t.test('parallel calls send no more', async (t) => {
  const { counts, people, mailed } = await mailScene();
  const organizers = await people(10);
  await Promise.all(organizers.map((organizer, index) => counts(organizer, `ada+${index}@mail.example`)));
  t.equal((await mailed()).length, 5);
});

t.test('an invitation that is not sent takes nothing from the budgets', async (t) => {
  const { domain, invite, counts, people } = await mailScene();
  const [organizer] = (await people(1)) as [UserId];
  const { eventId } = await invite(organizer, 'ada@mail.example');
  const again = { eventId, callerId: organizer, ...names, emails: ['ada@mail.example'] };
  for (const _ of [1, 2, 3])
    t.hasStrict(await domain.invite(again), { sent: 0, skipped: 1, suppressed: { overBudget: 0 } });
  t.strictSame(await counts(organizer, 'ada@mail.example'), [1, 0, 0, 0]);
  t.strictSame(await counts(organizer, 'ada@mail.example'), [1, 0, 1, 0]);
});

t.test('a refused call takes nothing from the budgets', async (t) => {
  const { world, counts, invite, people } = await mailScene({ emailDailyCap: 2 });
  const [organizer, other] = (await people(2)) as [UserId, UserId];
  for (const _ of [1, 2, 3]) await t.rejects(invite(organizer, 'ada@mail.example', ...addresses(2)));
  t.equal(world.tables.invitations.rows().length, 0);
  t.strictSame(await counts(organizer, 'ada@mail.example'), [1, 0, 0, 0]);
  t.strictSame(await counts(organizer, 'ada@mail.example'), [1, 0, 0, 0]);
  t.strictSame(await counts(other, 'ada+x@mail.example'), [1, 0, 0, 0]);
});

t.test('a mail that is sent again takes from the budgets of its mailbox', async (t) => {
  const { domain, clock, invite, people, mailed } = await mailScene();
  const [organizer] = (await people(1)) as [UserId];
  const { eventId } = await invite(organizer, 'ada@mail.example');
  const [{ id = '' } = {}] = (await domain.listEventInvitations({ eventId, callerId: organizer })).items;
  const resend = () => domain.resendInvitation({ eventId, callerId: organizer, invitationId: id });
  await mailed();
  clock.advance(10 * minute);
  t.hasStrict(await resend(), { delivery: 'queued' });
  await mailed();
  clock.advance(10 * minute);
  t.hasStrict(await resend(), { delivery: 'queued' }, 'nothing tells that it is the third');
  t.equal((await mailed()).length, 2);
  clock.advance(day);
  await resend();
  t.equal((await mailed()).length, 3);
});

t.test('a new account sends 50 mails a day, all or nothing', async (t) => {
  const { world, clock, domain, counts, invite, people } = await mailScene();
  const [organizer, other] = (await people(2)) as [UserId, UserId];
  t.strictSame(await counts(organizer, ...addresses(48)), [48, 0, 0, 0]);
  t.strictSame(await counts(organizer, 'guest0+a@mail.example'), [1, 0, 0, 0]);
  const refused = {
    code: 'rate_limited',
    detail: 'More than 50 mails of a new account within 24 hours.',
    budget: 'new-account-mails',
    limit: 50,
    retryAfterSeconds: 24 * 3600,
  };
  const before = world.tables.invitations.rows().length;
  t.strictSame(await problemOf(invite(organizer, ...addresses(2, 49))), refused);
  t.equal(world.tables.invitations.rows().length, before);
  const { eventId } = await invite(organizer, ...addresses(1, 49));
  clock.advance(10 * minute);
  const [{ id = '' } = {}] = (await domain.listEventInvitations({ eventId, callerId: organizer })).items;
  const resent = domain.resendInvitation({ eventId, callerId: organizer, invitationId: id });
  t.strictSame(await problemOf(resent), { ...refused, retryAfterSeconds: 24 * 3600 - 10 * 60 });
  t.strictSame(await counts(other, ...addresses(50, 60)), [50, 0, 0, 0], 'another account has its own');
  clock.advance(day - 10 * minute);
  t.strictSame(await counts(organizer, ...addresses(100, 200)), [100, 0, 0, 0], 'a day old');
});

t.test('mails of an old account count against the organizers of its events alone', async (t) => {
  const { world, clock, domain, people } = await mailScene({ emailDailyCap: 60 });
  const [first, second, admin] = (await people(3)) as [UserId, UserId, UserId];
  clock.advance(day);
  for (const [callerId, from] of [
    [first, 0],
    [second, 100],
  ] as const) {
    const { id: eventId } = await event(world, callerId);
    await domain.addEventAdmin({ eventId, callerId, userId: admin });
    const invite = (emails: string[]) => domain.invite({ eventId, callerId: admin, ...names, emails });
    t.hasStrict(await invite(addresses(60, from)), { sent: 60 });
    t.hasStrict(await problemOf(invite(addresses(1, from + 60))), { budget: 'daily-mails', limit: 60 });
  }
});

t.test('a new account sends no more in the name of another’s event', async (t) => {
  const { world, clock, domain, people } = await mailScene();
  const [organizer] = (await people(1)) as [UserId];
  clock.advance(day);
  const [admin] = (await people(1)) as [UserId];
  const { id: eventId } = await event(world, organizer);
  await domain.addEventAdmin({ eventId, callerId: organizer, userId: admin });
  const invite = (callerId: UserId, emails: string[]) =>
    domain.invite({ eventId, callerId, ...names, emails });
  t.hasStrict(await problemOf(invite(admin, addresses(51))), { budget: 'new-account-mails' });
  t.hasStrict(await invite(admin, addresses(50)), { sent: 50 });
  t.hasStrict(await problemOf(invite(admin, addresses(1, 50))), { budget: 'new-account-mails' });
  t.hasStrict(await invite(organizer, addresses(100, 100)), { sent: 100 });
});

t.test(
  'the operator’s scale of quotas holds for mails of new accounts, and none for other budgets',
  async (t) => {
    for (const [quotaScale, most] of [
      [0.5, 25],
      [2, 100],
      [0, 120],
    ] as const) {
      const { counts, invite, people } = await mailScene({ quotaScale, emailDailyCap: 120 });
      const [organizer] = (await people(1)) as [UserId];
      t.strictSame(await counts(organizer, ...addresses(most)), [most, 0, 0, 0]);
      t.hasStrict(await problemOf(invite(organizer, ...addresses(1, 200))), {
        budget: quotaScale === 0 ? 'daily-mails' : 'new-account-mails',
        limit: most,
      });
    }
    const { counts, people } = await mailScene({ quotaScale: 0 });
    const [organizer] = (await people(1)) as [UserId];
    t.strictSame(
      await counts(organizer, 'a+1@mail.example', 'a+2@mail.example', 'a+3@mail.example'),
      [3, 0, 1, 0],
    );
  },
);
