import { after, day, hour } from '../src/time.ts';
import { addEvent, addUser, newToken, now, sendInvitation } from './fixtures.ts';
import { atOnce, type Open, type TestScope, withAdapters } from './harness.ts';

export const invitationCatalogContract = async (t: TestScope, open: Open): Promise<void> => {
  const example = withAdapters(open);

  await example(t, 'lists a user’s open invitations, newest first', async (t, { stores }) => {
    const organizer = await addUser(stores, { name: 'Olga' });
    const guest = await addUser(stores);
    const add = (title: string) =>
      addEvent(stores, { title, organizerId: organizer.id, visibility: 'private' });
    const [first, second, cancelled, declined] = [
      await add('1'),
      await add('2'),
      await add('3'),
      await add('4'),
    ];
    const to = { kind: 'user', userId: guest.id } as const;
    const older = await sendInvitation(stores, first, to);
    const newer = await sendInvitation(stores, second, to, { createdAt: after(now, hour) });
    await sendInvitation(stores, cancelled, to);
    await stores.events.cancel(cancelled.id, now);
    const { id } = await sendInvitation(stores, declined, to);
    await stores.invitations.decline(id, guest.id, now);
    const mine = await stores.invitationCatalog.openOf(guest.id, now);
    t.strictSame(mine, [
      {
        id: newer.id,
        token: newer.token,
        event: {
          id: second.id,
          title: '2',
          startAt: second.startAt,
          coverUrl: null,
          organizer: { name: 'Olga' },
        },
        state: 'pending',
        createdAt: after(now, hour),
      },
      {
        id: older.id,
        token: older.token,
        event: {
          id: first.id,
          title: '1',
          startAt: first.startAt,
          coverUrl: null,
          organizer: { name: 'Olga' },
        },
        state: 'pending',
        createdAt: now,
      },
    ]);
    t.strictSame(await stores.invitationCatalog.openOf(guest.id, first.endAt), [], 'none once expired');
    t.strictSame(await stores.invitationCatalog.openOf(organizer.id, now), []);
  });

  await example(t, 'tells what a token stands for', async (t, { stores }) => {
    const organizer = await addUser(stores, { name: 'Olga', avatar: 'https://pics.example/o' });
    const event = await addEvent(stores, { organizerId: organizer.id });
    const invited = {
      id: event.id,
      organizerId: organizer.id,
      title: event.title,
      startAt: event.startAt,
      endAt: event.endAt,
      coverUrl: null,
      address: event.location.address,
      status: 'scheduled',
      organizer: { name: 'Olga', avatar: 'https://pics.example/o' },
    };
    const mail = await sendInvitation(stores, event, { kind: 'email', email: 'm@mail.example' });
    t.strictSame(await stores.invitationCatalog.byToken(mail.token), {
      kind: 'personal',
      invitation: await stores.invitations.find(mail.id),
      event: invited,
    });
    const [one, two] = [newToken(), newToken()];
    t.equal(await stores.inviteLinks.tokenOf(event.id, one), one);
    t.equal(await stores.inviteLinks.tokenOf(event.id, two), one, 'the same on each call');
    t.strictSame(await stores.invitationCatalog.byToken(one), { kind: 'link', event: invited });
    await stores.inviteLinks.rotate(event.id, two);
    t.strictSame(await stores.invitationCatalog.byToken(one), { kind: 'retired' });
    t.equal((await stores.invitationCatalog.byToken(two))?.kind, 'link');
    t.equal(await stores.invitationCatalog.byToken(newToken()), null);
    const fresh = await addEvent(stores);
    const tokens = await atOnce(8, () => stores.inviteLinks.tokenOf(fresh.id, newToken()));
    t.equal(new Set(tokens).size, 1, 'parallel first calls agree');
    const unlinked = await addEvent(stores);
    await stores.inviteLinks.rotate(unlinked.id, newToken());
  });

  await example(t, 'lets each person in by the link once', async (t, { stores }) => {
    const event = await addEvent(stores);
    const { id } = await addUser(stores);
    const joined = await atOnce(10, () => stores.inviteLinks.join(event.id, id, now));
    t.equal(joined.filter(Boolean).length, 1);
    await stores.inviteLinks.rotate(event.id, newToken());
    t.equal(await stores.inviteLinks.join(event.id, id, now), false);
  });

  await example(t, 'lists an event’s invitations for its organizer', async (t, { stores }) => {
    const event = await addEvent(stores);
    const guest = await addUser(stores, { name: 'Gus' });
    const byUser = await sendInvitation(stores, event, { kind: 'user', userId: guest.id });
    const byMail = await sendInvitation(
      stores,
      event,
      { kind: 'email', email: 'm@mail.example' },
      { createdAt: after(now, hour), expiresAt: after(now, 2 * hour) },
    );
    const { id, name, username, avatar } = guest;
    const mailItem = {
      id: byMail.id,
      kind: 'email',
      user: null,
      email: 'm@mail.example',
      state: 'expired',
      delivery: 'queued',
      createdAt: byMail.createdAt,
      expiresAt: byMail.expiresAt,
    };
    const userItem = {
      id: byUser.id,
      kind: 'user',
      user: { id, name, username, avatar },
      email: null,
      state: 'pending',
      delivery: 'none',
      createdAt: now,
      expiresAt: event.endAt,
    };
    const at = after(now, 2 * hour);
    const all = await stores.invitationCatalog.ofEvent(event.id, { page: 1, limit: 20 }, at);
    t.strictSame(all, { page: 1, limit: 20, total: 2, items: [mailItem, userItem] });
    const second = await stores.invitationCatalog.ofEvent(event.id, { page: 2, limit: 1 }, at);
    t.strictSame(second, { page: 2, limit: 1, total: 2, items: [userItem] });
    t.strictSame(await stores.invitationCatalog.item(byMail.id, at), mailItem);
  });

  await example(t, 'says what a mail must say while it must be sent', async (t, { stores }) => {
    const organizer = await addUser(stores, { name: 'Olga' });
    const event = await addEvent(stores, { organizerId: organizer.id });
    const mail = await sendInvitation(stores, event, { kind: 'email', email: 'm@mail.example' });
    const { title, startAt, endAt, location } = event;
    t.strictSame(await stores.invitationCatalog.mailOf(mail.id, 1, now), {
      invitationId: mail.id,
      sending: 1,
      email: 'm@mail.example',
      token: mail.token,
      event: { title, startAt, endAt, address: location.address },
      organizerName: 'Olga',
    });
    t.equal(await stores.invitationCatalog.mailOf(mail.id, 2, now), null, 'no such sending');
    t.equal(await stores.invitationCatalog.mailOf(mail.id, 1, after(now, 10 * day)), null, 'expired');
    await stores.events.cancel(event.id, now);
    t.equal(await stores.invitationCatalog.mailOf(mail.id, 1, now), null, 'cancelled');
  });
};
