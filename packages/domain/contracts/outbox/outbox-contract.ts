import type { EventChanges } from '../../src/events/event.ts';
import type { UserId } from '../../src/ids.ts';
import { newChange } from '../../src/outbox/change.ts';
import { after, day, hour, minute } from '../../src/time.ts';
import type { Webhook } from '../../src/webhooks/webhook.ts';
import { addEvent, addUser, documentOf, newId, now, sendInvitation } from '../fixtures.ts';
import { concurrently, type Needs, type Open, rolledBack, type TestScope, withAdapters } from '../harness.ts';

type Ports = Needs<
  | 'outbox'
  | 'attendees'
  | 'events'
  | 'eventAdmins'
  | 'users'
  | 'rsvps'
  | 'bookings'
  | 'invitations'
  | 'webhooks'
  | 'eventTimers'
  | 'moderation'
  | 'quotas',
  'unitOfWork' | 'takeChanges'
>;

const change = (dueIn: number) => newChange('guest.removed', now, { id: newId(), dueAt: after(now, dueIn) });

const takeAll = async ({ takeChanges }: Pick<Ports, 'takeChanges'>) =>
  (await takeChanges(after(now, day))).map(({ kind, eventId, userId, actorId, data }) => ({
    kind,
    eventId,
    userId,
    actorId,
    data,
  }));

const kindsOf = async (adapters: Pick<Ports, 'takeChanges'>) =>
  (await takeAll(adapters)).map(({ kind }) => kind).sort();

const webhookOf = (ownerId: UserId | null, changes: Partial<Webhook> = {}): Webhook => ({
  id: newId(),
  ownerId,
  url: 'https://example.com/hook',
  types: ['event.created', 'event.changed', 'rsvp.changed'],
  eventId: null,
  isEnabled: true,
  generation: 0,
  rotatedAt: null,
  failingSince: null,
  createdAt: now,
  ...changes,
});

/** The outbox, and what the stores of events and RSVPs put into it. */
export const outboxContract = async (t: TestScope, open: Open<Ports>): Promise<void> => {
  const example = withAdapters(open);

  await example(t, 'holds each change once, with all its parts', async (t, { stores, takeChanges }) => {
    const changes = [3, 1, 2, 60_000].map(change);
    await stores.outbox.add([]);
    await stores.outbox.add(changes);
    await stores.outbox.add(changes.slice(0, 1));
    t.strictSame(await takeChanges(after(now, 2)), [changes[1], changes[2]]);
    t.strictSame(await takeChanges(after(now, 60_000)), [changes[0], changes[3]]);
    t.strictSame(await takeChanges(after(now, day)), []);
  });

  await example(t, 'takes part in its unit of work', async (t, adapters) => {
    const [entry, droppedChange] = [change(0), change(0)];
    await rolledBack(t, adapters, ({ outbox }) => outbox.add([droppedChange]));
    await adapters.stores.outbox.add([entry]);
    t.strictSame(await adapters.takeChanges(now), [entry]);
  });

  await example(t, 'holds the RSVPs that end with a removal or an account', async (t, adapters) => {
    const { stores, unitOfWork } = adapters;
    const { id: organizerId } = await addUser(stores);
    const event = await addEvent(stores, { organizerId });
    const elsewhere = await addEvent(stores);
    const [removedUserId, erasedUserId] = [(await addUser(stores)).id, (await addUser(stores)).id];
    for (const { id } of [event, elsewhere])
      for (const user of [removedUserId, erasedUserId]) await stores.rsvps.set(id, user, 'going', now);
    await stores.webhooks.add(webhookOf(organizerId), 20);
    await unitOfWork.run(({ attendees }) => attendees.remove(event.id, removedUserId, now));
    await unitOfWork.run(({ users }) => users.erase(erasedUserId, now));
    const ended = {
      kind: 'rsvp.changed',
      eventId: event.id,
      actorId: null,
      data: { status: null },
    } as const;
    t.strictSame(
      (await takeAll(adapters)).sort((one) => (one.userId === removedUserId ? -1 : 1)),
      [removedUserId, erasedUserId].map((userId) => ({ ...ended, userId })),
    );
  });

  await example(t, 'holds the invitations that an RSVP accepts', async (t, adapters) => {
    const { stores } = adapters;
    const { id: organizerId } = await addUser(stores);
    const event = await addEvent(stores, { organizerId });
    const [guest, other] = [(await addUser(stores)).id, (await addUser(stores)).id];
    for (const userId of [guest, other]) await sendInvitation(stores, event, { kind: 'user', userId });
    await stores.rsvps.set(event.id, other, 'going', now);
    await stores.webhooks.add(webhookOf(organizerId, { types: ['invitation.accepted'] }), 20);
    for (const state of ['interested', 'going', null, 'going'] as const)
      await stores.rsvps.set(event.id, guest, state, now);
    t.strictSame(await takeAll(adapters), [
      { kind: 'invitation.accepted', eventId: event.id, userId: guest, actorId: null, data: {} },
    ]);
  });

  await example(t, 'stays empty where no webhook listens', async (t, adapters) => {
    const { stores } = adapters;
    const event = await addEvent(stores);
    await stores.events.change(event.id, 0, { startAt: now }, documentOf(event), now);
    await stores.rsvps.set(event.id, (await addUser(stores)).id, 'going', now);
    t.strictSame(await kindsOf(adapters), []);
  });

  await example(t, 'holds what webhooks of the organizer and the operator hear of', async (t, adapters) => {
    const { stores } = adapters;
    const { id: organizerId } = await addUser(stores);
    const guest = (await addUser(stores)).id;
    const stranger = (await addUser(stores)).id;
    await stores.webhooks.add(webhookOf(stranger), 20);
    t.strictSame(await kindsOf(adapters), []);
    const ownWebhook = webhookOf(organizerId);
    t.equal(await stores.webhooks.add(ownWebhook, 20), true);
    const event = await addEvent(stores, { organizerId });
    await stores.events.change(event.id, 0, { title: 'New' }, documentOf(event), now, organizerId);
    await stores.rsvps.set(event.id, guest, 'going', now);
    await stores.rsvps.set(event.id, guest, 'going', now);
    await stores.rsvps.set(event.id, guest, null, now);
    t.strictSame(
      (await takeAll(adapters)).sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1)),
      [
        {
          kind: 'event.changed',
          eventId: event.id,
          userId: null,
          actorId: organizerId,
          data: { sequence: 1 },
        },
        { kind: 'event.created', eventId: event.id, userId: null, actorId: organizerId, data: {} },
        { kind: 'rsvp.changed', eventId: event.id, userId: guest, actorId: null, data: { status: 'going' } },
        { kind: 'rsvp.changed', eventId: event.id, userId: guest, actorId: null, data: { status: null } },
      ].sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1)),
    );
    await stores.webhooks.change(ownWebhook.id, { isEnabled: false });
    await addEvent(stores, { organizerId });
    t.strictSame(await kindsOf(adapters), []);
    await stores.webhooks.setOperator(webhookOf(null));
    await addEvent(stores, { organizerId });
    t.strictSame(await kindsOf(adapters), ['event.created']);
    await stores.webhooks.setOperator(null);
    await addEvent(stores, { organizerId });
    t.strictSame(await kindsOf(adapters), []);
    await stores.webhooks.change(ownWebhook.id, { isEnabled: true });
    await stores.eventAdmins.add(event.id, stranger);
    const about = newChange('rsvp.changed', now, { id: newId(), eventId: event.id });
    const elsewhere = newChange('rsvp.changed', now, { id: newId(), eventId: (await addEvent(stores)).id });
    const heard = async () => {
      const listeners = await stores.webhooks.listeners([elsewhere, about]);
      t.ok(listeners.every(({ changeId }) => changeId === about.id));
      return listeners.map(({ webhook: { ownerId } }) => ownerId);
    };
    t.strictSame(await stores.webhooks.listeners([]), []);
    t.strictSame(new Set(await heard()), new Set([organizerId, stranger]));
    await stores.moderation.suspend(stranger, { reason: 'Spam.', at: now });
    t.strictSame(await heard(), [organizerId], 'nothing while the account is suspended');
    await stores.moderation.lift(stranger);
    await stores.webhooks.keepManagers(event.id, now);
    await stores.webhooks.keepManagers(event.id, now);
    await stores.events.remove(event.id);
    t.strictSame(new Set(await heard()), new Set([organizerId, stranger]), 'of a deleted event too');
  });

  await example(t, 'keeps the values before the first of some edits', async (t, adapters) => {
    const { stores } = adapters;
    const event = await addEvent(stores);
    const [one, other] = [(await addUser(stores)).id, (await addUser(stores)).id];
    await stores.rsvps.set(event.id, (await addUser(stores)).id, 'interested', now);
    const edit = (sequence: number, actor: UserId, changes: object) =>
      stores.events.change(event.id, sequence, changes, documentOf(event), after(now, sequence), actor);
    await edit(0, one, { title: 'Other words are not told' });
    t.strictSame(await kindsOf(adapters), []);
    await edit(1, one, { timeZone: 'Europe/Lisbon' });
    await edit(2, one, { location: { address: 'Elsewhere', lat: 1, lng: 1 } });
    t.strictSame(await adapters.takeChanges(after(now, 5 * minute)), [], 'not before five minutes');
    t.strictSame(await kindsOf(adapters), ['event.edited'], 'once');
    const old = {
      startAt: event.startAt.toISOString(),
      endAt: event.endAt.toISOString(),
      timeZone: event.timeZone,
      address: event.location.address,
    };
    t.strictSame(await stores.eventTimers.takeEdit(event.id), { old, actorId: one, isResumed: false });
    t.equal(await stores.eventTimers.takeEdit(event.id), null);
    await edit(3, one, { timeZone: 'Europe/Berlin' });
    await edit(4, other, { timeZone: 'Europe/Lisbon' });
    t.equal((await stores.eventTimers.takeEdit(event.id))?.actorId, null, 'of two editors');
    await edit(5, other, { timeZone: 'Europe/Paris' });
    await stores.events.cancel(event.id, now, one);
    t.equal(await stores.eventTimers.takeEdit(event.id), null, 'cancelling overtakes');
    await stores.events.cancel(event.id, now, one);
    t.strictSame(await kindsOf(adapters), ['event.cancelled', 'event.edited', 'event.edited']);
  });

  await example(t, 'tells of a postponement at once, and of the new date as an edit', async (t, adapters) => {
    const { stores } = adapters;
    const event = await addEvent(stores);
    const actor = event.organizerId;
    await stores.rsvps.set(event.id, (await addUser(stores)).id, 'going', now);
    const isOver = after(event.endAt, day);
    const edit = (sequence: number, changes: EventChanges, at = now) =>
      stores.events.change(event.id, sequence, changes, documentOf(event), at, actor);
    const { timeZone } = event;
    await edit(0, { timeZone: 'Europe/Lisbon' });
    await edit(1, { status: 'postponed' });
    t.equal(await stores.eventTimers.takeEdit(event.id), null, 'what was edited before is out of date');
    t.strictSame(await kindsOf(adapters), ['event.edited', 'event.postponed']);
    t.equal((await stores.events.find(event.id))?.status, 'postponed');
    await edit(2, { timeZone: 'Europe/Paris' });
    t.strictSame(await kindsOf(adapters), [], 'without a date there is nothing to tell');
    await edit(3, { timeZone, status: 'scheduled' }, isOver);
    t.equal((await stores.eventTimers.takeEdit(event.id))?.isResumed, true);
    const taken = await adapters.takeChanges(after(isOver, hour));
    t.strictSame(
      taken.map(({ kind }) => kind),
      ['event.edited'],
    );
    await edit(4, { status: 'postponed' });
    await stores.events.cancel(event.id, isOver, actor);
    const last = await adapters.takeChanges(after(isOver, hour));
    t.strictSame(Object.fromEntries(last.map(({ kind, data }) => [kind, data])), {
      'event.postponed': { sequence: 5 },
      'event.cancelled': { sequence: 6, wasPostponed: true },
    });
    t.equal(await edit(6, { status: 'postponed' }), false, 'for good');
  });

  await example(t, 'finds due reminders once, and none of an outage', async (t, { stores, unitOfWork }) => {
    const startAt = after(now, 10 * day);
    const open = await addEvent(stores, { startAt, endAt: after(startAt, minute) });
    const secret = await addEvent(stores, { startAt, endAt: after(startAt, minute), visibility: 'private' });
    const calledEvent = await addEvent(stores, { startAt, endAt: after(startAt, minute) });
    for (const { id } of [open, secret, calledEvent])
      await stores.rsvps.set(id, (await addUser(stores)).id, 'going', now);
    await stores.events.cancel(calledEvent.id, now);
    const lonely = await addEvent(stores, { startAt, endAt: after(startAt, minute) });
    await stores.rsvps.set(lonely.id, (await addUser(stores)).id, 'interested', now);
    const bookedEvent = await addEvent(stores, { startAt, endAt: after(startAt, minute), capacity: null });
    const booker = (await addUser(stores)).id;
    const seats = { event: bookedEvent.id, user: booker, quantity: 1, at: now, charge: null };
    await stores.bookings.book({ ...seats, id: newId(), code: newId() });
    await stores.rsvps.set(bookedEvent.id, booker, null, now);
    const look = (at: Date) =>
      unitOfWork.run(({ eventTimers }) => eventTimers.takeReminders(after(at, -30 * minute), at));
    const reminderAt = after(startAt, -day);
    t.strictSame(await look(after(reminderAt, -minute)), []);
    const reminders = await concurrently(3, () => look(after(reminderAt, minute)));
    const ids = new Set(reminders.flat().map(({ eventId }) => eventId));
    t.strictSame(ids, new Set([open.id, secret.id, bookedEvent.id]), 'of events with a guest');
    t.equal(reminders.flat().length, 3);
    t.strictSame(reminders.flat()[0]?.startAt, startAt);
    t.strictSame(await look(after(reminderAt, 2 * minute)), []);
    t.strictSame(await look(after(startAt, -89 * minute)), [], 'more than half an hour late');
  });

  await example(t, 'limits the webhooks of an account', async (t, { stores: { webhooks, ...stores } }) => {
    const owner = (await addUser(stores)).id;
    const added = await concurrently(8, () => webhooks.add(webhookOf(owner), 3));
    t.equal(added.filter(Boolean).length, 3);
    const [first] = await webhooks.list(owner);
    await webhooks.change(first?.id ?? '', { url: 'https://example.org/', generation: 1, rotatedAt: now });
    t.strictSame(await webhooks.find(first?.id ?? ''), {
      ...first,
      url: 'https://example.org/',
      generation: 1,
      rotatedAt: now,
    });
    const id = first?.id ?? '';
    const since = await concurrently(4, (index) => webhooks.noteFailure(id, after(now, index)));
    t.ok(since.some((one) => one?.getTime() === now.getTime()));
    t.strictSame(await webhooks.noteFailure(id, after(now, 9)), now, 'the earliest');
    t.strictSame((await webhooks.find(id))?.failingSince, now);
    t.equal(await webhooks.noteFailure(newId(), now), null);
    t.equal(await webhooks.disable(id, after(now, 1)), false, 'not since then');
    t.equal((await concurrently(4, () => webhooks.disable(id, now))).filter(Boolean).length, 1);
    t.equal((await webhooks.find(id))?.isEnabled, false);
    t.equal(await webhooks.noteFailure(id, now), null, 'it is disabled');
    await webhooks.change(id, { isEnabled: true, failingSince: null });
    t.equal(await webhooks.disable(id), true);
    t.equal(await webhooks.disable(newId()), false);
    await webhooks.remove(id);
    t.equal((await webhooks.list(owner)).length, 2);
    t.equal(await webhooks.add(webhookOf(newId<'user'>() as UserId), 3), false);
  });
};
