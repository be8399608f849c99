import t from 'tap';
import { createDomain } from '../../src/create-domain.ts';
import type { UserId } from '../../src/ids.ts';
import { person, problemOf, refusal } from '../support.ts';
import { invitationScene, mailedToken, privateScene, tokenFor } from './invitation-scene.ts';

t.test('an accepted invitation is reported as such, also after the event is cancelled', async (t) => {
  const { world, domain, organizer, eventId, invite } = await invitationScene();
  const guest = await person(world);
  await invite({ userIds: [guest] });
  const [mine] = await domain.listMyInvitations({ userId: guest });
  const accept = () => domain.acceptInvitation({ token: mine?.token ?? '', userId: guest });
  t.strictSame(await accept(), { eventId, eventTitle: 'Lantern concert', myRsvp: 'going' });
  await domain.cancelEvent({ eventId, callerId: organizer });
  t.strictSame(await problemOf(accept()), { code: 'invitation_already_accepted' });
});

t.test('nothing is accepted when the event is deleted meanwhile', async (t) => {
  const { world, invite } = await invitationScene();
  const guest = await person(world);
  const { linkToken } = await invite({ userIds: [guest] });
  const { unitOfWork } = world.dependencies;
  const domain = createDomain({
    ...world.dependencies,
    unitOfWork: {
      run: (work, size) =>
        unitOfWork.run(
          (stores) => work({ ...stores, rsvps: { ...stores.rsvps, set: async () => null } }),
          size,
        ),
    },
  });
  t.strictSame(await problemOf(domain.acceptInvitation({ token: linkToken, userId: guest })), {
    code: 'invitation_not_found',
  });
  t.equal(world.tables.joins.rows().length, 0);
});

t.test('a personal invitation is for its user alone', async (t) => {
  const { world, eventId, invite, accept } = await privateScene();
  const [guest, stranger] = [await person(world), await person(world)];
  await invite({ userIds: [guest] });
  const token = await tokenFor(world, guest);
  t.hasStrict(await world.domain.previewInvitation({ token }), { event: { id: eventId }, token });
  await t.rejects(accept(token, stranger), refusal('invitation_not_yours'));
  t.hasStrict(await accept(token, guest), { eventId, myRsvp: 'going', eventTitle: 'Lantern concert' });
  await t.rejects(accept(token, guest), refusal('invitation_already_accepted'));
  t.strictSame(await world.domain.listMyInvitations({ userId: guest }), []);
  t.hasStrict(await world.domain.getEvent({ eventId, callerId: guest }), { myRsvp: 'going', rsvpCount: 1 });
  await world.domain.answerRsvp({ eventId, userId: guest, state: null });
  t.ok(await world.domain.getEvent({ eventId, callerId: guest }), 'accepted keeps it visible');
});

t.test('a mailed token is accepted once, by the first user', async (t) => {
  const { world, eventId, invite, accept } = await privateScene();
  const people: UserId[] = [];
  for (let each = 0; each < 5; each += 1) people.push(await person(world));
  await invite({ emails: ['guest@mail.example'] });
  await world.deliverMails();
  const token = mailedToken(world);
  const outcomes = await Promise.allSettled(people.map((userId) => accept(token, userId)));
  t.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') t.match(outcome.reason, refusal('invitation_already_accepted'));
  const rsvps = world.tables.rsvps.rows().filter((rsvp) => rsvp.eventId === eventId);
  t.equal(rsvps.length, 1, 'the others left nothing behind');
});

t.test('tokens of a cancelled or deleted event are refused', async (t) => {
  const { world, eventId, organizer, invite, accept } = await privateScene();
  const guest = await person(world);
  const { linkToken } = await invite({ userIds: [guest] });
  const token = await tokenFor(world, guest);
  await world.domain.cancelEvent({ eventId, callerId: organizer });
  for (const dead of [token, linkToken]) {
    await t.rejects(accept(dead, guest), refusal('event_cancelled'));
    await t.rejects(world.domain.previewInvitation({ token: dead }), refusal('invitation_expired'));
    t.equal((await world.domain.readInvitation({ token: dead })).event.status, 'cancelled');
  }
  await world.domain.deleteEvent({ eventId, callerId: organizer });
  for (const dead of [token, linkToken])
    await t.rejects(accept(dead, guest), refusal('invitation_not_found'));
});

t.test('after the deadline an invitation stays pending, also of one who is going', async (t) => {
  const { world, organizer, eventId, invite, domain } = await invitationScene();
  const [guest, goer, mailedUserId] = [await person(world), await person(world), await person(world)];
  await invite({ userIds: [guest], emails: ['guest@mail.example'] });
  await world.deliverMails();
  const { linkToken } = await invite({ userIds: [mailedUserId] });
  await domain.acceptInvitation({ token: linkToken, userId: goer });
  await domain.updateEvent({
    eventId,
    callerId: organizer,
    changes: { rsvpUntil: world.clock.now() },
    origin: {} as never,
  });
  const accept = (token: string, userId: UserId) => domain.acceptInvitation({ token, userId });
  await t.rejects(accept(await tokenFor(world, guest), guest), refusal('rsvp_closed'));
  t.equal((await domain.listMyInvitations({ userId: guest })).length, 1);
  await t.rejects(accept(mailedToken(world), goer), refusal('rsvp_closed'));
  await t.rejects(accept(linkToken, mailedUserId), refusal('rsvp_closed'));
  await t.rejects(accept(linkToken, goer), refusal('invitation_already_accepted'));
});
