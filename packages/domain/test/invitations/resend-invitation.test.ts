import t from 'tap';
import { createMemoryWorld } from '../../memory/index.ts';
import { createDomain } from '../../src/create-domain.ts';
import { after, day, minute } from '../../src/time.ts';
import { event, person, problemOf, refusal, unknownId } from '../support.ts';
import { invitationScene, tokenFor } from './invitation-scene.ts';

const notFound = { code: 'invitation_not_found' };

/** An event with one invitation of a user and one by mail, sent ten minutes ago. */
const scene = async (emailDailyCap = 1) => {
  const { world, domain, organizer, eventId, endAt, invite, accept } = await invitationScene({
    emailDailyCap,
  });
  const guest = await person(world);
  await invite({ userIds: [guest], emails: ['guest@mail.example'] });
  await world.deliverMails();
  world.clock.advance(10 * minute);
  const { items } = await domain.listEventInvitations({ eventId, callerId: organizer });
  const byUser = items.find(({ kind }) => kind === 'user')?.id ?? '';
  const byMail = items.find(({ kind }) => kind === 'email')?.id ?? '';
  const resend = (invitationId: string, from = domain) =>
    from.resendInvitation({ eventId, callerId: organizer, invitationId });
  const invitationRows = () => world.tables.invitations.rows();
  return { world, domain, organizer, guest, eventId, endAt, byUser, byMail, resend, accept, invitationRows };
};

t.test('an invitation of another event is neither revoked nor resent', async (t) => {
  const { world, domain, byUser, byMail, invitationRows } = await scene();
  const callerId = await person(world);
  const { id: eventId } = await event(world, callerId);
  const before = invitationRows();
  for (const invitationId of [byUser, byMail]) {
    const command = { eventId, callerId, invitationId };
    t.strictSame(await problemOf(domain.revokeInvitation(command)), notFound);
    t.strictSame(await problemOf(domain.resendInvitation(command)), notFound);
  }
  t.strictSame(invitationRows(), before);
  t.strictSame(world.tables.outbox.rows(), []);
});

t.test('nothing is resent for a cancelled event', async (t) => {
  const { world, domain, organizer, eventId, byUser, byMail, resend } = await scene();
  await domain.cancelEvent({ eventId, callerId: organizer });
  for (const id of [byUser, byMail]) t.strictSame(await problemOf(resend(id)), { code: 'event_cancelled' });
  t.strictSame(world.tables.outbox.rows(), []);
});

t.test('nothing is resent for an event that has ended', async (t) => {
  const { world, byUser, byMail, endAt, resend } = await scene();
  for (const late of [0, minute]) {
    world.clock.set(new Date(endAt.getTime() + late));
    for (const id of [byUser, byMail]) t.strictSame(await problemOf(resend(id)), notFound);
  }
  t.strictSame(world.tables.outbox.rows(), []);
});

t.test('a user’s invitation is resent without a mail, once more only after the pause', async (t) => {
  const { world, byUser, resend } = await scene();
  t.hasStrict(await resend(byUser), { id: byUser, kind: 'user', state: 'pending', delivery: 'none' });
  t.strictSame(world.tables.outbox.rows(), []);
  world.clock.advance(minute);
  t.strictSame(await problemOf(resend(byUser)), {
    code: 'rate_limited',
    detail: 'The invitation was sent again a moment ago.',
    budget: 'invitation-resends',
    limit: 1,
    retryAfterSeconds: 9 * 60,
  });
});

t.test('an invitation is resent at once, and one of parallel calls resends it', async (t) => {
  const { world, domain, organizer, eventId, invite } = await invitationScene({ emailDailyCap: 10 });
  await invite({ emails: ['guest@mail.example'] });
  const { items } = await domain.listEventInvitations({ eventId, callerId: organizer });
  const command = { eventId, callerId: organizer, invitationId: items[0]?.id ?? '' };
  world.clock.advance(1);
  const calls = [1, 2].map(() => domain.resendInvitation(command));
  const [done, refused] = await Promise.allSettled(calls);
  t.equal(done?.status, 'fulfilled');
  t.match(refused, { reason: refusal('rate_limited', { budget: 'invitation-resends' }) });
  t.equal(world.tables.outbox.rows().length, 2);
});

t.test('a mail that is resent counts as a mail of the organizer', async (t) => {
  const { world, byMail, resend, invitationRows } = await scene(1);
  const before = invitationRows();
  t.strictSame(await problemOf(resend(byMail)), {
    code: 'rate_limited',
    detail: 'More than 1 mails within 24 hours.',
    budget: 'daily-mails',
    limit: 1,
    retryAfterSeconds: (24 * 60 - 10) * 60,
  });
  t.strictSame(invitationRows(), before, 'the invitation stays as it was');
  t.strictSame(world.tables.outbox.rows(), []);
});

t.test('a mail that is resent is queued under its next number', async (t) => {
  const { world, byMail, resend } = await scene(2);
  t.hasStrict(await resend(byMail), { id: byMail, kind: 'email', state: 'pending', delivery: 'queued' });
  t.strictSame(world.tables.outbox.rows(), [{ id: byMail, sending: 2 }]);
});

t.test('an invitation that is deleted meanwhile is not found', async (t) => {
  const { world, byUser, resend } = await scene();
  const { stores } = world.dependencies;
  const invitationCatalog = { ...stores.invitationCatalog, item: async () => null };
  const domain = createDomain({ ...world.dependencies, stores: { ...stores, invitationCatalog } });
  t.strictSame(await problemOf(resend(byUser, domain)), notFound);
});

t.test('a mail that is resent holds a new token, and the former one admits no user', async (t) => {
  const { world, guest, byMail, resend, accept } = await scene(2);
  await resend(byMail);
  await world.deliverMails();
  const [former = '', current = ''] = world.mailsSent.map(({ token }) => token);
  await t.rejects(accept(former, guest), refusal('invitation_expired'));
  t.hasStrict(await accept(current, guest), { myRsvp: 'going' });
});

t.test('an accepted or unknown invitation is not found', async (t) => {
  const { world, guest, byUser, resend, accept } = await scene();
  await accept(await tokenFor(world, guest), guest);
  for (const id of [byUser, unknownId, 'x']) t.strictSame(await problemOf(resend(id)), notFound);
});

t.test('an expired invitation is not sent again beside 20 pending ones', async (t) => {
  const { world, domain, invite, guest, byUser, resend } = await roomScene();
  await invite(20);
  t.hasStrict(await problemOf(resend(byUser)), {
    code: 'rate_limited',
    budget: 'pending-invitations',
    limit: 20,
    retryAfterSeconds: 24 * 3600,
  });
  const [open] = await domain.listMyInvitations({ userId: guest });
  await domain.declineInvitation({ invitationId: open?.id ?? '', userId: guest });
  t.hasStrict(await resend(byUser), { id: byUser, state: 'pending' });
  world.clock.advance(10 * minute);
  t.hasStrict(await resend(byUser), { id: byUser, state: 'pending' }, 'a pending one adds none');
});

/** An event far ahead whose invitation of a user has expired. */
const roomScene = async () => {
  const world = createMemoryWorld();
  const { domain, clock } = world;
  const [organizer, guest] = [await person(world), await person(world)];
  const later = (days: number) => ({
    startAt: after(clock.now(), days * day),
    endAt: after(clock.now(), (days + 1) * day),
  });
  const names = { circleIds: [], userIds: [guest], emails: [] };
  const { id: eventId } = await event(world, organizer, later(90));
  await domain.invite({ eventId, callerId: organizer, ...names });
  clock.advance(31 * day);
  const byUser = world.tables.invitations.rows()[0]?.id ?? '';
  const invite = async (times: number) => {
    for (let count = 0; count < times; count += 1) {
      const { id } = await event(world, organizer, later(20));
      await domain.invite({ eventId: id, callerId: organizer, ...names });
    }
  };
  const resend = (invitationId: string) =>
    domain.resendInvitation({ eventId, callerId: organizer, invitationId });
  return { world, domain, guest, byUser, invite, resend };
};
