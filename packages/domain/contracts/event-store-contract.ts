import { maySee } from '../src/events/visibility.ts';
import type { EventId, UserId } from '../src/ids.ts';
import { after, day, hour } from '../src/time.ts';
import {
  addEvent,
  addUser,
  documentOf,
  newId,
  newToken,
  now,
  sendInvitation,
  someEvent,
  someUser,
} from './fixtures.ts';
import { type Adapters, atOnce, type Open, type TestScope, withAdapters } from './harness.ts';

export const eventStoreContract = async (t: TestScope, open: Open): Promise<void> => {
  const example = withAdapters(open);

  await example(t, 'keeps an event as it was written', async (t, { stores }) => {
    const full = await addEvent(stores, {
      title: 'Święto \'"\\ 🎉',
      coverUrl: 'https://pics.example/c.png',
      startAt: new Date('2026-10-25T00:30:00.123Z'),
      endAt: new Date('2026-10-25T02:30:00.456Z'),
      location: { address: 'Null Island', lat: 0, lng: -180 },
      sourceKey: 'https://events.example/1',
    });
    t.strictSame(await stores.events.find(full.id), full);
    const bare = await addEvent(stores, {
      capacity: null,
      priceMinor: 0,
      enabledModules: [],
      description: '',
    });
    t.strictSame(await stores.events.find(bare.id), bare);
    t.equal(await stores.events.find(newId<'event'>() as EventId), null);
  });

  await example(t, 'adds each source key once', async (t, { stores }) => {
    const { id: organizerId } = await addUser(stores);
    const entry = (sourceKey: string) => {
      const event = someEvent(organizerId, { sourceKey });
      return { event, document: documentOf(event) };
    };
    t.equal(await stores.events.addNew([entry('a'), entry('b'), entry('a')]), 2);
    t.equal(await stores.events.addNew([entry('b'), entry('c')]), 1);
    t.equal(await stores.events.addNew([]), 0);
    const parallel = await atOnce(4, () => stores.events.addNew([entry('x'), entry('y'), entry('z')]));
    t.equal(
      parallel.reduce((sum, added) => sum + added, 0),
      3,
    );
    const page = { page: 1, limit: 50 };
    t.equal((await stores.eventCatalog.mine(organizerId, 'organizing', page, now)).total, 6);
  });

  await example(t, 'changes an event from the sequence it has', async (t, { stores }) => {
    const event = await addEvent(stores);
    const later = after(now, hour);
    const changes = {
      title: 'Renamed',
      capacity: null,
      priceMinor: 0,
      location: { address: 'Elsewhere', lat: -1, lng: 2 },
    };
    const change = (sequence: number) =>
      stores.events.change(event.id, sequence, changes, documentOf({ ...event, ...changes }), later);
    t.equal(await change(0), true);
    t.strictSame(await stores.events.find(event.id), { ...event, ...changes, sequence: 1, updatedAt: later });
    t.equal(await change(0), false);
    const parallel = await atOnce(10, () => change(1));
    t.equal(parallel.filter(Boolean).length, 1);
  });

  await example(t, 'cancels once, for good', async (t, { stores }) => {
    const event = await addEvent(stores);
    await stores.events.cancel(event.id, after(now, 1));
    await stores.events.cancel(event.id, after(now, 2));
    const cancelled = { ...event, status: 'cancelled', sequence: 1, updatedAt: after(now, 1) };
    t.strictSame(await stores.events.find(event.id), cancelled);
    t.equal(await stores.events.change(event.id, 1, { title: 'X' }, documentOf(event), now), false);
  });

  await example(t, 'removes an event with all that hangs on it', async (t, { stores }) => {
    const event = await addEvent(stores);
    const guest = await addUser(stores);
    const token = newToken();
    await stores.inviteLinks.tokenOf(event.id, token);
    await stores.rsvps.answer(event.id, guest.id, 'going', now);
    await stores.saved.save(event.id, guest.id, now);
    await stores.eventAdmins.add(event.id, guest.id);
    const invitation = await sendInvitation(stores, event, { kind: 'email', email: 'a@b.example' });
    await stores.events.remove(event.id);
    t.equal(await stores.events.find(event.id), null);
    t.equal(await stores.invitationCatalog.byToken(token), null);
    t.equal(await stores.invitationCatalog.byToken(invitation.token), null);
    t.equal(await stores.events.access(event.id, guest.id, now), null);
    await stores.events.remove(event.id);
  });

  await example(t, 'makes known users admins', async (t, { stores }) => {
    const event = await addEvent(stores);
    const user = await addUser(stores);
    t.equal(await stores.eventAdmins.add(event.id, someUser().id), false);
    t.equal(await stores.eventAdmins.add(event.id, user.id), true);
    t.equal(await stores.eventAdmins.add(event.id, user.id), true);
    t.equal((await stores.events.access(event.id, user.id, now))?.standing, 'admin');
    t.equal((await stores.events.access(event.id, event.organizerId, now))?.standing, 'organizer');
    t.equal((await stores.events.access(event.id, null, now))?.standing, 'guest');
    await stores.eventAdmins.remove(event.id, user.id);
    await stores.eventAdmins.remove(event.id, user.id);
    t.equal((await stores.events.access(event.id, user.id, now))?.standing, 'guest');
  });

  await example(t, 'shows an event to exactly those who may see it', visibilityExample);
};

type Tie =
  | 'organizer'
  | 'admin'
  | 'pending'
  | 'expired'
  | 'accepted'
  | 'declined'
  | 'revoked'
  | 'byEmail'
  | 'byLink'
  | 'going'
  | 'interested'
  | 'none'
  | 'anonymous';

const ties: Record<Tie, boolean> = {
  organizer: true,
  admin: true,
  pending: true,
  expired: false,
  accepted: true,
  declined: false,
  revoked: false,
  byEmail: true,
  byLink: true,
  going: true,
  interested: true,
  none: false,
  anonymous: false,
};

const visibilityExample = async (t: TestScope, { stores }: Adapters): Promise<void> => {
  for (const visibility of ['private', 'public'] as const)
    for (const [tie, sees] of Object.entries(ties) as [Tie, boolean][]) {
      const event = await addEvent(stores, { visibility });
      const caller = await tieTo(stores, event.id, event.organizerId, tie);
      const wanted = visibility === 'public' || sees;
      const at = after(now, 1);
      const access = await stores.events.access(event.id, caller, at);
      t.equal(access !== null, wanted, `${visibility} event, ${tie}: access`);
      const detail = await stores.eventCatalog.detail(event.id, caller, at);
      t.equal(detail !== null, wanted, `${visibility} event, ${tie}: detail`);
      if (!caller) continue;
      await stores.saved.save(event.id, caller, at);
      const saved = await stores.eventCatalog.mine(caller, 'saved', { page: 1, limit: 5 }, at);
      t.equal(saved.total, wanted ? 1 : 0, `${visibility} event, ${tie}: saved`);
    }
  t.equal(
    maySee({
      visibility: 'private',
      isOrganizer: false,
      isAdmin: false,
      hasLiveInvitation: false,
      joinedByLink: false,
      hasRsvp: false,
    }),
    false,
  );
};

const tieTo = async (
  stores: Adapters['stores'],
  eventId: EventId,
  organizerId: UserId,
  tie: Tie,
): Promise<UserId | null> => {
  if (tie === 'anonymous') return null;
  if (tie === 'organizer') return organizerId;
  const { id: userId } = await addUser(stores);
  const event = await stores.events.find(eventId);
  if (!event) throw new Error('the event is there');
  if (tie === 'admin') await stores.eventAdmins.add(eventId, userId);
  if (tie === 'byLink') await stores.inviteLinks.join(eventId, userId, now);
  if (tie === 'going' || tie === 'interested') await stores.rsvps.answer(eventId, userId, tie, now);
  if (tie === 'byEmail') {
    const { id } = await sendInvitation(stores, event, { kind: 'email', email: 'guest@mail.example' });
    await stores.invitations.accept(id, userId, now);
  }
  if (tie === 'expired')
    await sendInvitation(
      stores,
      event,
      { kind: 'user', userId },
      { createdAt: after(now, -day), expiresAt: now },
    );
  if (['pending', 'accepted', 'declined', 'revoked'].includes(tie)) {
    const { id } = await sendInvitation(stores, event, { kind: 'user', userId });
    if (tie === 'accepted') await stores.invitations.accept(id, userId, now);
    if (tie === 'declined') await stores.invitations.decline(id, userId, now);
    if (tie === 'revoked') await stores.invitations.revoke(id, now);
  }
  return userId;
};
