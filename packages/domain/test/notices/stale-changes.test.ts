import t from 'tap';
import { createMemoryWorld } from '../../memory/index.ts';
import { takeChanges } from '../../memory/outbox/memory-outbox.ts';
import type { EventDraft } from '../../src/events/event-fields.ts';
import { newChange } from '../../src/outbox/change.ts';
import { after, day, hour, minute } from '../../src/time.ts';
import { draft, event, person } from '../support.ts';

const origin = { sessionId: null, network: '203.0.113.0/24' };

const scene = async () => {
  const world = createMemoryWorld();
  const { domain, clock } = world;
  const [organizer, guest] = [await person(world), await person(world)];
  const startAt = after(clock.now(), 3 * day);
  const endAt = after(startAt, hour);
  const { id: eventId } = await event(world, organizer, { startAt, endAt });
  await domain.answerRsvp({ eventId, userId: guest, state: 'going' });
  await world.performJobs();
  const kinds = async () => (await domain.listNotices({ userId: guest })).items.map(({ kind }) => kind);
  const own = { eventId, callerId: organizer };
  return { world, domain, clock, organizer, guest, eventId, own, startAt, endAt, kinds };
};

t.test('an edit that is told once the event is over tells no user', async (t) => {
  const { world, domain, own, endAt, kinds } = await scene();
  await domain.updateEvent({ ...own, changes: { location: { address: 'Elsewhere 1', lat: 1, lng: 2 } } });
  world.clock.set(endAt);
  await world.performJobs();
  t.strictSame(await kinds(), []);
});

t.test('a reminder of an event that was cancelled or moved meanwhile reminds no user', async (t) => {
  for (const act of ['cancel', 'move'] as const) {
    const { world, domain, own, startAt, endAt, kinds } = await scene();
    world.clock.set(after(startAt, -day));
    await domain.queueReminders();
    await domain.followChanges({ changes: takeChanges(world.tables, world.clock.now()) });
    if (act === 'cancel') await domain.cancelEvent(own);
    else
      await domain.updateEvent({
        ...own,
        changes: { startAt: after(startAt, 5 * day), endAt: after(endAt, 5 * day) },
      });
    world.clock.advance(6 * minute);
    await world.performJobs();
    t.strictSame(await kinds(), [act === 'cancel' ? 'event_cancelled' : 'event_changed']);
  }
});

t.test('the next page of an announcement tells no user once its event is deleted', async (t) => {
  const { world, domain, own, guest, eventId, kinds } = await scene();
  await domain.announce({ ...own, text: 'Soon.', to: ['going'] });
  const change = world.tables.changes.rows().find(({ kind }) => kind === 'announcement.made');
  if (!change) return t.fail('it is to be told');
  await world.performJobs();
  t.strictSame(await kinds(), ['announcement']);
  const contentId = world.tables.contents.rows()[0]?.id ?? '';
  await domain.deleteEvent({ ...own, origin });
  const late = await person(world);
  await domain.tellChange({ change, contentId });
  await domain.tellChange({ change: { ...change, eventId: null }, contentId });
  for (const userId of [late, guest])
    t.notOk(world.tables.notices.rows().some((row) => row.userId === userId && row.createdAt > change.at));
  t.notOk(world.tables.events.get(eventId));
});

t.test('a cancellation of what was over by then tells no user', async (t) => {
  const { domain, own, eventId, endAt, kinds } = await scene();
  await domain.cancelEvent(own);
  const [event, series] = [
    newChange('event.cancelled', endAt, { id: 'a', eventId }),
    newChange('series.cancelled', endAt, { id: 'b', data: { eventIds: [eventId] } }),
  ];
  for (const change of [event, series]) await domain.tellChange({ change });
  t.strictSame(await kinds(), []);
});

t.test('a postponement is told of an event without a date alone', async (t) => {
  const { world, domain, eventId, own, startAt, kinds } = await scene();
  await domain.postponeEvent(own);
  await domain.updateEvent({ ...own, changes: { startAt: after(startAt, -hour) } });
  await world.performJobs();
  t.notOk((await kinds()).includes('event_postponed'), `${eventId} has a date again`);
});

t.test('a change of a series that names no events tells no user', async (t) => {
  const { world, domain, eventId, kinds } = await scene();
  const namedChange = newChange('series.cancelled', world.clock.now(), { id: 'a', eventId });
  await domain.tellChange({ change: namedChange });
  await domain.tellChange({ change: { ...namedChange, eventId: null, data: { eventIds: [] } } });
  t.strictSame(await kinds(), []);
});

const seriesScene = async () => {
  const world = createMemoryWorld();
  const { domain, tables, clock } = world;
  const [organizer, regular, once] = [await person(world), await person(world), await person(world)];
  const startAt = after(clock.now(), 3 * day);
  const times = { startAt, endAt: after(startAt, hour) };
  const { id: seriesId, events } = await domain.createSeries({
    organizerId: organizer,
    draft: draft(world, times),
    rule: 'FREQ=DAILY;COUNT=3',
  });
  const ids = events.map(({ id }) => id);
  await domain.answerSeries({ seriesId, userId: regular, state: 'going' });
  await domain.answerRsvp({ eventId: ids[2] ?? '', userId: once, state: 'interested' });
  await domain.answerSeries({ seriesId, userId: organizer, state: 'going' });
  await world.performJobs();
  const noticesOf = async (userId = regular) =>
    (await domain.listNotices({ userId })).items.flatMap(({ kind, event }) =>
      kind === 'event_activity' ? [] : [[kind, event?.id]],
    );
  const later = async (milliseconds: number) => {
    clock.advance(milliseconds);
    await world.performJobs();
  };
  const own = { seriesId, callerId: organizer };
  const edit = (location = { address: 'Elsewhere 1', lat: 1, lng: 2 } as EventDraft['location']) =>
    domain.changeSeries({ ...own, event: { location } });
  return { world, domain, tables, clock, organizer, regular, once, ids, own, edit, later, noticesOf };
};

t.test('guests of several events of a series are told once of its changes', async (t) => {
  const { domain, organizer, regular, once, ids, own, edit, later, noticesOf } = await seriesScene();
  await edit();
  await later(6 * minute);
  t.strictSame(await noticesOf(), [['event_changed', ids[0]]], 'of the first event');
  t.strictSame(await noticesOf(once), [['event_changed', ids[2]]]);
  await domain.cancelSeries(own);
  await later(0);
  t.strictSame(await noticesOf(), [
    ['event_cancelled', ids[0]],
    ['event_changed', ids[0]],
  ]);
  t.strictSame((await noticesOf(once))[0], ['event_cancelled', ids[2]]);
  t.strictSame(await noticesOf(organizer), [], 'not who did it');
  t.equal((await domain.listNotices({ userId: regular })).unread, 2);
});

t.test('events that are out of date when a change of their series is told are left out', async (t) => {
  const { domain, regular, ids, own, edit, later, noticesOf, organizer } = await seriesScene();
  const [first = '', second = '', third = ''] = ids;
  await edit();
  await domain.takeDownEvent({ operatorId: null, eventId: first, reason: 'Spam.' });
  await domain.cancelEvent({ eventId: second, callerId: organizer });
  await later(6 * minute);
  const changed = (await noticesOf()).filter(([kind]) => kind === 'event_changed');
  t.strictSame(changed, [['event_changed', third]]);
  await domain.cancelSeries(own);
  await domain.deleteEvent({ eventId: third, callerId: organizer, origin });
  await later(0);
  const cancelled = (await noticesOf(regular)).filter(([kind]) => kind === 'event_cancelled');
  t.strictSame(cancelled.length, 3, 'each by its own end');
});

t.test('a change of a series that comes to nothing tells no user', async (t) => {
  const { world, edit, later, noticesOf } = await seriesScene();
  await edit();
  await edit(draft(world).location);
  await later(6 * minute);
  t.strictSame(await noticesOf(), []);
});

t.test('a change of a series is told page by page, each guest once', async (t) => {
  const { world, domain, ids, own, tables } = await seriesScene();
  const { stores } = world.dependencies;
  const [user] = tables.users.rows();
  for (let count = 0; count < 1_100 && user; count += 1) {
    const id = `019e830e-1a00-7000-9000-${String(count).padStart(12, '0')}` as typeof user.id;
    tables.users.set(id, { ...user, id, phone: `+4930${count}`, username: `guest-${count}` });
    for (const eventId of ids) await stores.rsvps.set(eventId, id, 'going', world.clock.now());
  }
  await domain.cancelSeries(own);
  const change = tables.changes.rows().find(({ kind }) => kind === 'series.cancelled');
  await world.performJobs();
  t.equal(tables.notices.rows().filter(({ activity }) => !activity).length, 1_102);
  if (change) await domain.tellChange({ change });
  await world.performJobs();
  t.equal(
    tables.notices.rows().filter(({ activity }) => !activity).length,
    1_102,
    'also when it is told again',
  );
});

t.test('an announcement that is told while its event is taken down waits in inboxes for it', async (t) => {
  const { world, domain, own, guest, eventId, kinds } = await scene();
  await domain.invite({ ...own, circleIds: [], userIds: [], emails: ['guest@example.com'] });
  await world.deliverMails();
  await domain.acceptInvitation({ token: world.mailsSent[0]?.token ?? '', userId: guest });
  const mailsOf = (kind: string) => world.noticeMailsSent.filter(({ notice }) => notice.kind === kind).length;
  await domain.announce({ ...own, text: 'Soon.', to: ['going'] });
  await domain.followChanges({ changes: takeChanges(world.tables, world.clock.now()) });
  const operator = { operatorId: null, reason: 'Spam.' };
  await domain.takeDownEvent({ ...operator, eventId, origin });
  await world.performJobs();
  t.strictSame([await kinds(), mailsOf('announcement')], [['event_cancelled'], 0]);
  t.equal(mailsOf('event_cancelled'), 1);
  await domain.restoreEvent({ ...operator, eventId, origin });
  await world.performJobs();
  t.strictSame(
    [(await kinds()).toSorted(), mailsOf('announcement')],
    [['announcement', 'event_cancelled'], 0],
  );
  await domain.announce({ ...own, text: 'Sooner.', to: ['going'] });
  await world.performJobs();
  t.equal(mailsOf('announcement'), 1);
});
