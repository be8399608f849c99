import type { InvitationId } from '../../src/ids.ts';
import { after, hour } from '../../src/time.ts';
import { addEvent, addUser, newId, now, sendInvitation, someInvitation, someUser } from '../fixtures.ts';
import { concurrently, type Needs, type Open, rolledBack, type TestScope, withAdapters } from '../harness.ts';

type Ports = Needs<'events' | 'invitationCatalog' | 'invitations' | 'users', 'unitOfWork'>;

const unknownInvitationId = newId<'invitation'>() as InvitationId;

export const invitationStoreContract = async (t: TestScope, open: Open<Ports>): Promise<void> => {
  const example = withAdapters(open);
  const later = after(now, hour);

  await example(t, 'sends each recipient one live invitation', async (t, { stores }) => {
    const event = await addEvent(stores);
    const guest = await addUser(stores);
    const byUser = someInvitation(event, { kind: 'user', userId: guest.id });
    const byMail = someInvitation(event, { kind: 'email', email: 'guest@mail.example' });
    t.strictSame(await stores.invitations.send([byUser, byMail], later), [
      { id: byUser.id, kind: 'user', email: null, sending: 1 },
      { id: byMail.id, kind: 'email', email: 'guest@mail.example', sending: 1 },
    ]);
    const { recipient: _, ...fields } = byUser;
    t.strictSame(await stores.invitations.find(byUser.id), {
      ...fields,
      kind: 'user',
      userId: guest.id,
      email: null,
      state: 'pending',
      delivery: 'none',
      sending: 1,
      sentAt: later,
      acceptedAt: null,
    });
    const { recipient: __, ...mailFields } = byMail;
    t.strictSame(await stores.invitations.find(byMail.id), {
      ...mailFields,
      kind: 'email',
      userId: null,
      email: 'guest@mail.example',
      state: 'pending',
      delivery: 'queued',
      sending: 1,
      sentAt: later,
      acceptedAt: null,
    });
    const repeat = [
      someInvitation(event, { kind: 'user', userId: guest.id }),
      someInvitation(event, { kind: 'email', email: 'guest@mail.example' }),
    ];
    t.strictSame(await stores.invitations.send(repeat, later), []);
    for (const { id, token } of repeat) {
      t.equal(await stores.invitations.find(id), null);
      t.equal(await stores.invitationCatalog.byToken(token), null);
    }
    t.strictSame(await stores.invitations.send([], later), []);
    t.equal(await stores.invitations.find(unknownInvitationId), null);
  });

  await example(t, 'an invitation to one event or person leaves room for others', async (t, { stores }) => {
    const [event, other] = [await addEvent(stores), await addEvent(stores)];
    const [ada, bob] = [await addUser(stores), await addUser(stores)];
    const invitations = [event, other].flatMap((to) => [
      someInvitation(to, { kind: 'user', userId: ada.id }),
      someInvitation(to, { kind: 'email', email: 'a@mail.example' }),
      someInvitation(to, { kind: 'user', userId: bob.id }),
      someInvitation(to, { kind: 'email', email: 'b@mail.example' }),
    ]);
    for (const one of invitations)
      t.strictSame(await stores.invitations.send([one], now), [
        {
          id: one.id,
          kind: one.recipient.kind,
          email: one.recipient.kind === 'email' ? one.recipient.email : null,
          sending: 1,
        },
      ]);
    const repeat = await stores.invitations.send(
      invitations.map((one) => ({
        ...one,
        id: newId<'invitation'>() as InvitationId,
        token: `${one.token}-2`,
      })),
      now,
    );
    t.strictSame(repeat, []);
  });

  await example(t, 'invites each person once in parallel', async (t, { stores }) => {
    const event = await addEvent(stores);
    const guests = await concurrently(10, () => addUser(stores));
    const sendings = await concurrently(6, (index) => {
      const order = index % 2 === 0 ? guests : guests.toReversed();
      return stores.invitations.send(
        order.map(({ id }) => someInvitation(event, { kind: 'user', userId: id })),
        now,
      );
    });
    t.equal(sendings.flat().length, guests.length);
    const { total } = await stores.invitationCatalog.ofEvent(event.id, { page: 1, limit: 50 }, now);
    t.equal(total, guests.length);
  });

  await example(
    t,
    'invites a person who accepted by mail to the same event in person',
    async (t, { stores }) => {
      const event = await addEvent(stores);
      const { id: userId } = await addUser(stores);
      const mail = await sendInvitation(stores, event, { kind: 'email', email: 'm@mail.example' });
      await stores.invitations.accept(mail.id, userId, now);
      const personal = someInvitation(event, { kind: 'user', userId });
      t.strictSame(await stores.invitations.send([personal], now), [
        { id: personal.id, kind: 'user', email: null, sending: 1 },
      ]);
      t.equal((await stores.invitations.find(mail.id))?.state, 'accepted');
    },
  );

  await example(t, 'gives a mailed token to the first accepter alone', async (t, { stores }) => {
    const event = await addEvent(stores);
    const people = await concurrently(12, () => addUser(stores));
    const { id } = await sendInvitation(stores, event, { kind: 'email', email: 'one@mail.example' });
    const bystander = await sendInvitation(stores, event, { kind: 'email', email: 'two@mail.example' });
    const before = await stores.invitations.find(bystander.id);
    t.equal(await stores.invitations.accept(id, someUser().id, now), false, 'no unknown person');
    const won = await Promise.all(people.map((person) => stores.invitations.accept(id, person.id, now)));
    t.equal(won.filter(Boolean).length, 1);
    const winner = people[won.indexOf(true)];
    t.equal((await stores.invitations.find(id))?.userId, winner?.id);
    t.strictSame(await stores.invitations.find(bystander.id), before);
  });

  await example(t, 'is rolled back with its unit of work', async (t, adapters) => {
    const { stores } = adapters;
    const event = await addEvent(stores);
    const guests = await concurrently(4, () => addUser(stores));
    const to = (index: number) =>
      ({ kind: 'user', userId: guests[index]?.id as typeof event.organizerId }) as const;
    const three = await Promise.all([0, 1, 2].map((index) => sendInvitation(stores, event, to(index))));
    const [first, second, third] = three.map(({ id }) => id) as [InvitationId, InvitationId, InvitationId];
    const readAll = () => Promise.all(three.map(({ id }) => stores.invitations.find(id)));
    const before = await readAll();
    const fresh = someInvitation(event, to(3));
    await rolledBack(t, adapters, async ({ invitations }) => {
      await invitations.send([fresh], now);
      await invitations.accept(first, to(0).userId, now);
      await invitations.decline(second, to(1).userId, now);
      await invitations.revoke(third, now);
      await invitations.send([someInvitation(event, to(2))], now);
    });
    t.strictSame(await readAll(), before);
    t.equal(await stores.invitations.find(fresh.id), null);
    t.equal((await stores.invitationCatalog.byToken(three[2]?.token ?? ''))?.kind, 'personal');
  });
};
