import type { EventRecord } from '../../src/events/event.ts';
import type { InvitationId, UserId } from '../../src/ids.ts';
import { after, day } from '../../src/time.ts';
import { addEvent, addUser, newId, newToken, now, sendInvitation } from '../fixtures.ts';
import { type Needs, type Open, type TestScope, withAdapters } from '../harness.ts';

type Ports = Needs<'events' | 'invitationCatalog' | 'invitations' | 'inviteLinks' | 'users'>;

const _page = { page: 1, limit: 20 };
const unknownInvitationId = newId<'invitation'>() as InvitationId;

const invite = (stores: Ports['stores'], event: EventRecord, userId: UserId, changes = {}) =>
  sendInvitation(stores, event, { kind: 'user', userId }, changes);

const mailTo = (stores: Ports['stores'], event: EventRecord, email: string, changes = {}) =>
  sendInvitation(stores, event, { kind: 'email', email }, changes);

/** The holders of tokens and the content of mails, as {@link InvitationCatalog} returns them. */
export const invitationTokensContract = async (t: TestScope, open: Open<Ports>): Promise<void> => {
  const example = withAdapters(open);

  await example(t, 'tells what a token stands for', async (t, { stores }) => {
    const organizer = await addUser(stores, { name: 'Olga', avatar: 'https://pics.example/o' });
    const coverUrl = 'https://pics.example/c.png';
    const event = await addEvent(stores, { organizerId: organizer.id, coverUrl, isAllDay: true });
    const other = await addEvent(stores);
    const { id, title, startAt, endAt, location } = event;
    const invited = {
      id,
      organizerId: organizer.id,
      title,
      startAt,
      endAt,
      isAllDay: true,
      coverUrl,
      location,
      timeZone: 'Europe/Berlin',
      status: 'scheduled',
      rsvpUntil: null,
      attendance: 'offline',
      sequence: event.sequence,
      updatedAt: event.updatedAt,
      organizer: { name: 'Olga', avatar: 'https://pics.example/o' },
    };
    const mail = await mailTo(stores, event, 'm@mail.example');
    const elsewhere = await mailTo(stores, other, 'm@mail.example');
    const [link, otherLink] = [newToken(), newToken()];
    await stores.inviteLinks.tokenOf(event.id, link);
    await stores.inviteLinks.tokenOf(other.id, otherLink);
    const { byToken } = stores.invitationCatalog;
    t.strictSame(await byToken(mail.token), {
      kind: 'personal',
      invitation: await stores.invitations.find(mail.id),
      event: invited,
    });
    t.strictSame(await byToken(link), { kind: 'link', event: invited });
    const [personal, linked] = [await byToken(elsewhere.token), await byToken(otherLink)];
    t.equal(personal?.kind === 'personal' && personal.invitation.id, elsewhere.id);
    t.equal(linked?.kind === 'link' && linked.event.id, other.id);
    await stores.invitations.revoke(mail.id, now);
    await stores.events.cancel(event.id, now);
    const closed = await byToken(mail.token);
    t.equal(closed?.kind === 'personal' && closed.invitation.state, 'revoked', 'whatever state it is in');
    t.equal(closed?.kind === 'personal' && closed.event.status, 'cancelled');
    t.equal(await byToken(newToken()), null);
  });

  await example(t, 'says what a mail must say while it must be sent', async (t, { stores }) => {
    const organizer = await addUser(stores, { name: 'Olga', locale: 'de' });
    const event = await addEvent(stores, { organizerId: organizer.id });
    const mail = await mailTo(stores, event, 'm@mail.example');
    const bystander = await mailTo(stores, event, 'n@mail.example');
    const byUser = await invite(stores, event, organizer.id);
    const { title, startAt, endAt, location } = event;
    const { mailOf } = stores.invitationCatalog;
    t.strictSame(await mailOf(mail.id, 1, after(endAt, -1)), {
      invitationId: mail.id,
      sending: 1,
      email: 'm@mail.example',
      token: mail.token,
      event: { title, startAt, endAt, isAllDay: false, location, timeZone: 'Europe/Berlin' },
      organizerName: 'Olga',
      locale: 'de',
    });
    t.equal(await mailOf(mail.id, 2, now), null, 'no such sending');
    t.equal(await mailOf(mail.id, 1, endAt), null, 'expired');
    t.equal(await mailOf(byUser.id, 1, now), null, 'no address');
    t.equal(await mailOf(unknownInvitationId, 1, now), null);
    await stores.invitations.resend(mail.id, newToken(), endAt, now, now);
    t.equal(await mailOf(mail.id, 1, now), null, 'sent again since');
    t.equal((await mailOf(mail.id, 2, now))?.sending, 2);
    await stores.invitations.accept(mail.id, organizer.id, now);
    t.equal(await mailOf(mail.id, 2, now), null, 'closed');
    t.equal((await mailOf(bystander.id, 1, now))?.email, 'n@mail.example');
    await stores.events.cancel(event.id, now);
    t.equal(await mailOf(bystander.id, 1, now), null, 'cancelled');
  });

  await example(t, 'names no erased organizer', async (t, { stores }) => {
    const organizer = await addUser(stores, { name: 'Olga', avatar: 'https://pics.example/o' });
    const event = await addEvent(stores, { organizerId: organizer.id });
    const guest = await addUser(stores);
    await invite(stores, event, guest.id);
    const mail = await mailTo(stores, event, 'm@mail.example');
    await stores.users.erase(organizer.id, after(event.endAt, day));
    const holder = await stores.invitationCatalog.byToken(mail.token);
    t.strictSame(holder?.kind === 'personal' && holder.event.organizer, { name: '', avatar: null });
    const [open] = await stores.invitationCatalog.openOf(guest.id, { page: 1, limit: 9 }, now);
    t.strictSame(open?.event.organizer, { name: '' });
    t.equal((await stores.invitationCatalog.mailOf(mail.id, 1, now))?.organizerName, '');
  });
};
