import type { EventRecord } from '../../src/events/event.ts';
import { after, day, hour } from '../../src/time.ts';
import {
  addEvent,
  addSession,
  addUser,
  anyEvent,
  documentOf,
  newId,
  newToken,
  now,
  sendInvitation,
  someEvent,
} from '../fixtures.ts';
import { concurrently, type Needs, type Open, rolledBack, type TestScope, withAdapters } from '../harness.ts';

type Ports = Needs<
  | 'calendars'
  | 'eventAdmins'
  | 'eventCatalog'
  | 'events'
  | 'invitationCatalog'
  | 'invitations'
  | 'inviteLinks'
  | 'moderation'
  | 'reports'
  | 'rsvps'
  | 'saved'
  | 'sessions'
  | 'upcomingEvents'
  | 'users'
  | 'vocabulary',
  'unitOfWork'
>;

const page = { page: 1, limit: 20 };
const reason = 'It sells watches.';
const takeDown = { reason, at: after(now, hour) };

/** Where an event of the person's shows up: none of it once it is taken down. */
const sightings = async (
  stores: Ports['stores'],
  event: EventRecord,
  person: EventRecord['organizerId'] | null,
  tokens: readonly string[] = [],
) => {
  const at = after(now, hour);
  const list = await stores.eventCatalog.list(anyEvent, 'time', person, page);
  const own = person && (await stores.eventCatalog.mine(person, ['saved'], page, at));
  const going = person ? await stores.calendars.goingOf(person, at, 9, 99) : [];
  const open = person ? await stores.invitationCatalog.openOf(person, page, at) : [];
  const upcoming = await stores.upcomingEvents.from(null, 9, at);
  const holders = await Promise.all(tokens.map((token) => stores.invitationCatalog.byToken(token)));
  const [similar = []] = await stores.vocabulary.similarWords(['lanternn'], 9);
  return {
    access: (await stores.events.access(event.id, person, at)) !== null,
    detail: (await stores.eventCatalog.detail(event.id, person, at)) !== null,
    listed: list.items.some((item) => item.event.id === event.id),
    total: list.total,
    own: own?.total ?? 0,
    going: going.length,
    open: open.length,
    upcoming: upcoming.length,
    tokens: holders.filter(Boolean).length,
    words: similar.includes('lantern'),
  };
};

const nowhere = {
  access: false,
  detail: false,
  listed: false,
  total: 0,
  own: 0,
  going: 0,
  open: 0,
  upcoming: 0,
  tokens: 0,
};

/** What operators do, as {@link ModerationStore} says. */
export const moderationContract = async (t: TestScope, open: Open<Ports>): Promise<void> => {
  const example = withAdapters(open);

  await example(
    t,
    'hides an event from all but its organizer, and brings all of it back',
    async (t, { stores }) => {
      const event = await addEvent(stores);
      const [guest, admin, invitedUser] = [
        await addUser(stores),
        await addUser(stores),
        await addUser(stores),
      ];
      await stores.rsvps.set(event.id, guest.id, 'going', now);
      await stores.saved.save(event.id, guest.id, now);
      await stores.eventAdmins.add(event.id, admin.id);
      const { token } = await sendInvitation(stores, event, { kind: 'user', userId: invitedUser.id });
      const link = await stores.inviteLinks.tokenOf(event.id, newToken());
      const people = [guest.id, admin.id, invitedUser.id, null];
      const before = await Promise.all(people.map((id) => sightings(stores, event, id, [token, link])));
      const version = await stores.moderation.version();
      t.equal(await stores.moderation.takeDown(event.id, takeDown), 'changed');
      t.not(await stores.moderation.version(), version);
      for (const id of people) {
        const { words: _words, ...places } = await sightings(stores, event, id, [token, link]);
        t.strictSame(places, nowhere);
      }
      const ownEvent = await stores.eventCatalog.detail(event.id, event.organizerId, now);
      t.strictSame([ownEvent?.takenDown, ownEvent?.visibility, ownEvent?.rsvpCount], [takeDown, 'public', 1]);
      const access = await stores.events.access(event.id, event.organizerId, now);
      t.strictSame([access?.isTakenDown, access?.visibility], [true, 'public']);
      const mine = await stores.eventCatalog.mine(event.organizerId, ['organizing'], page, now);
      t.strictSame(mine.items[0]?.event.takenDown, takeDown);
      t.equal(await stores.moderation.restore(event.id), 'changed');
      t.strictSame(
        await Promise.all(people.map((id) => sightings(stores, event, id, [token, link]))),
        before,
      );
      t.strictSame(await stores.events.find(event.id), { ...event, sequence: 2 });
    },
  );

  await example(t, 'a private event comes back private', async (t, { stores }) => {
    const event = await addEvent(stores, { visibility: 'private' });
    const guest = await addUser(stores);
    await stores.rsvps.set(event.id, guest.id, 'going', now);
    await stores.moderation.takeDown(event.id, takeDown);
    t.equal(await stores.events.access(event.id, guest.id, now), null);
    t.equal((await stores.events.find(event.id))?.visibility, 'private');
    await stores.moderation.restore(event.id);
    t.equal((await stores.events.access(event.id, guest.id, now))?.visibility, 'private');
    t.equal(await stores.events.access(event.id, null, now), null);
  });

  await example(
    t,
    'an event that is taken down cannot be changed, cancelled or deleted',
    async (t, { stores }) => {
      const event = await addEvent(stores);
      await stores.moderation.takeDown(event.id, takeDown);
      t.equal(await stores.events.change(event.id, 1, { title: 'New' }, documentOf(event), now), false);
      await stores.events.cancel(event.id, now);
      t.equal(await stores.events.remove(event.id), false);
      const record = await stores.events.find(event.id);
      t.strictSame(record, { ...event, sequence: 1, takenDown: takeDown });
    },
  );

  await example(t, 'an RSVP can be told and cleared while the event is taken down', async (t, { stores }) => {
    const event = await addEvent(stores);
    const [guest, other] = [await addUser(stores), await addUser(stores)];
    await stores.rsvps.set(event.id, guest.id, 'going', now);
    await stores.moderation.takeDown(event.id, takeDown);
    t.equal(await stores.rsvps.has(event.id, guest.id), true);
    t.equal(await stores.rsvps.has(event.id, other.id), false);
    t.strictSame(await stores.rsvps.set(event.id, guest.id, null, now), { myRsvp: null, rsvpCount: 0 });
    t.equal(await stores.rsvps.has(event.id, guest.id), false);
  });

  await example(
    t,
    'taking down and restoring can be repeated, unknown events cannot',
    async (t, { stores }) => {
      const [event, unknownEvent] = [await addEvent(stores), someEvent((await addUser(stores)).id)];
      const results = await concurrently(4, () => stores.moderation.takeDown(event.id, takeDown));
      t.strictSame(results.toSorted(), ['changed', 'unchanged', 'unchanged', 'unchanged']);
      t.equal((await stores.events.find(event.id))?.sequence, 1, 'a repetition writes nothing');
      const other = { reason: 'Fraud.', at: after(now, 2 * hour) };
      t.equal(await stores.moderation.takeDown(event.id, other), 'changed');
      t.strictSame((await stores.events.find(event.id))?.takenDown, other);
      t.equal(await stores.moderation.restore(event.id), 'changed');
      t.equal(await stores.moderation.restore(event.id), 'unchanged');
      t.equal((await stores.events.find(event.id))?.takenDown, null);
      t.equal(await stores.moderation.takeDown(unknownEvent.id, takeDown), 'unknown');
      t.equal(await stores.moderation.restore(unknownEvent.id), 'unknown');
    },
  );

  await example(
    t,
    'suspending ends sessions and hides what is to come; lifting brings it back',
    async (t, { stores }) => {
      const { id } = await addUser(stores);
      const [session, receipt] = [await addSession(stores, id), await addSession(stores, id, now, '', true)];
      const comingEvent = await addEvent(stores, { organizerId: id });
      const deletedEvent = await addEvent(stores, {
        organizerId: id,
        startAt: after(now, -2 * day),
        endAt: after(now, -day),
      });
      const alone = await addEvent(stores, { organizerId: id });
      await stores.moderation.takeDown(alone.id, { reason: 'Fraud.', at: now });
      const foreign = await addEvent(stores);
      await stores.eventAdmins.add(foreign.id, id);
      t.equal(await stores.moderation.suspend(id, takeDown), 'changed');
      const again = { reason, at: after(now, 2 * hour) };
      t.equal(await stores.moderation.suspend(id, again), 'unchanged');
      for (const each of [session, receipt])
        t.strictSame((await stores.sessions.find(each.id))?.endedAt, takeDown.at);
      const user = await stores.users.find(id);
      t.strictSame([user?.suspendedAt, user?.suspensionReason], [takeDown.at, reason]);
      const reasons = async () =>
        Promise.all(
          [comingEvent, deletedEvent, alone, foreign].map(
            async (event) => (await stores.events.find(event.id))?.takenDown?.reason,
          ),
        );
      t.strictSame(await reasons(), [reason, undefined, 'Fraud.', undefined]);
      t.equal((await stores.events.access(foreign.id, id, now))?.standing, 'admin', 'and nothing else');
      await stores.moderation.restore(alone.id);
      t.strictSame(await reasons(), [reason, undefined, reason, undefined], 'hidden with the account');
      await stores.moderation.takeDown(alone.id, { reason: 'Fraud.', at: now });
      t.equal(await stores.moderation.lift(id), 'changed');
      t.equal(await stores.moderation.lift(id), 'unchanged');
      t.strictSame(await reasons(), [undefined, undefined, 'Fraud.', undefined]);
      const back = await stores.users.find(id);
      t.strictSame([back?.suspendedAt, back?.suspensionReason], [null, null]);
    },
  );

  await example(t, 'a suspended account gets no session and adds no event', async (t, { stores }) => {
    const { id } = await addUser(stores);
    await stores.moderation.suspend(id, takeDown);
    const session = await addSession(stores, id);
    t.equal(await stores.sessions.find(session.id), null);
    const event = await addEvent(stores, { organizerId: id });
    t.equal(await stores.events.find(event.id), null);
    const entry = someEvent(id, { sourceKey: newToken() });
    t.equal(await stores.events.addNew([{ event: entry, document: documentOf(entry) }]), 0);
    await stores.moderation.lift(id);
    const later = await addSession(stores, id);
    t.strictSame(await stores.sessions.find(later.id), later);
  });

  await example(
    t,
    'no session and no event survives a suspension that races with them',
    async (t, { stores }) => {
      const { id } = await addUser(stores);
      const attempts = concurrently(6, async (index) =>
        index === 3
          ? { suspended: await stores.moderation.suspend(id, takeDown) }
          : { session: await addSession(stores, id), event: await addEvent(stores, { organizerId: id }) },
      );
      for (const { session, event } of (await attempts) as {
        session?: { id: never };
        event?: EventRecord;
      }[]) {
        if (!session || !event) continue;
        const [liveSession, record] = [
          await stores.sessions.find(session.id),
          await stores.events.find(event.id),
        ];
        t.ok(!liveSession || liveSession.endedAt, 'the session has ended or never began');
        t.ok(!record || record.takenDown, 'the event is hidden or was never added');
      }
    },
  );

  await example(t, 'operators cannot be suspended; roles are given and taken', async (t, { stores }) => {
    const { id } = await addUser(stores);
    const unknownUserId = newId<'user'>() as typeof id;
    t.equal(await stores.moderation.setRole(id, 'admin'), 'changed');
    t.equal(await stores.moderation.setRole(id, 'admin'), 'unchanged');
    t.equal((await stores.users.find(id))?.role, 'admin');
    t.equal(await stores.moderation.suspend(id, takeDown), 'is_operator');
    t.equal((await stores.users.find(id))?.suspendedAt, null);
    await stores.moderation.setRole(id, 'user');
    t.equal(await stores.moderation.suspend(id, takeDown), 'changed');
    t.equal(await stores.moderation.suspend(id, { ...takeDown, reason: 'Fraud.' }), 'changed');
    t.equal((await stores.users.find(id))?.suspensionReason, 'Fraud.');
    t.equal(await stores.moderation.setRole(unknownUserId, 'admin'), 'unknown');
    t.equal(await stores.moderation.suspend(unknownUserId, takeDown), 'unknown');
    t.equal(await stores.moderation.lift(unknownUserId), 'unknown');
  });

  await example(t, 'counts what an account has', async (t, { stores }) => {
    const [user, other] = [await addUser(stores), await addUser(stores)];
    const event = await addEvent(stores, { organizerId: user.id });
    await stores.rsvps.set(event.id, user.id, 'going', now);
    await stores.reports.file({
      ...{ id: newId<'report'>(), reporterId: other.id, reason: 'spam', text: '', at: now },
      target: { kind: 'user', id: user.id },
    });
    const counts = { events: 1, rsvps: 1, reportsMade: 0, reportsAbout: 1 };
    t.strictSame(await stores.moderation.counts(user.id), counts);
    const none = { events: 0, rsvps: 0, reportsMade: 1, reportsAbout: 0 };
    t.strictSame(await stores.moderation.counts(other.id), none);
  });

  await example(t, 'is rolled back with its unit of work', async (t, adapters) => {
    const { stores } = adapters;
    const event = await addEvent(stores);
    const session = await addSession(stores, event.organizerId);
    await rolledBack(t, adapters, async ({ moderation }) => {
      await moderation.takeDown(event.id, takeDown);
      await moderation.suspend(event.organizerId, takeDown);
    });
    t.strictSame(await stores.events.find(event.id), event);
    t.strictSame(await stores.sessions.find(session.id), session);
  });
};
