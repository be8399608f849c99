import t from 'tap';
import { createMemoryWorld } from '../../memory/index.ts';
import { takeJobs } from '../../memory/outbox/memory-outbox.ts';
import { platforms } from '../../src/devices/platform.ts';
import type { UserId } from '../../src/ids.ts';
import type { Push, PushResult } from '../../src/pushes/push.ts';
import { collapseKeyOf, pauseAfter } from '../../src/pushes/push.ts';
import { openSession } from '../../src/sessions/session.ts';
import { after, day, hour, minute, second } from '../../src/time.ts';
import { event, person } from '../support.ts';

type Platform = Push['to']['platform'];

/** A guest with devices, whose providers answer as `answer` says. */
const openScene = async (settings: object = {}) => {
  const pushes: Push[] = [];
  const provider: {
    answer: PushResult;
    receipt: 'delivered' | 'gone' | null;
    meanwhile: () => Promise<unknown>;
  } = {
    answer: { outcome: 'taken' },
    receipt: null,
    meanwhile: async () => undefined,
  };
  const world = createMemoryWorld({
    settings: { publicUrl: 'https://events.example.com', ...settings },
    overrides: {
      pushSender: {
        send: async (push) => {
          pushes.push(push);
          await provider.meanwhile();
          return provider.answer;
        },
        receipt: async () => provider.receipt,
      },
    },
  });
  const { domain, clock } = world;
  const [organizer, guest] = [await person(world), await person(world)] as [UserId, UserId];
  const sessionId = world.dependencies.ids.next() as Parameters<typeof openSession>[0];
  await world.dependencies.stores.sessions.open(openSession(sessionId, guest, clock.now()));
  const deviceId = world.dependencies.ids.next();
  const register = (changes: { platform?: Platform; locale?: string } = {}) =>
    domain.registerDevice({
      ...{ userId: guest, sessionId, deviceId, platform: 'fcm', pushToken: 'token' },
      ...changes,
    });
  await register();
  const { id: eventId } = await event(world, organizer, {
    startAt: after(clock.now(), 3 * day),
    endAt: after(clock.now(), 4 * day),
  });
  await domain.answerRsvp({ eventId, userId: guest, state: 'going' });
  await world.performJobs();
  const later = async (milliseconds: number) => {
    clock.advance(milliseconds);
    await world.performJobs();
  };
  const announce = async (text = 'Bring a lamp.') => {
    await domain.announce({ eventId, callerId: organizer, text, to: ['going'] });
    await world.performJobs();
  };
  const devices = async () => (await domain.listDevices({ userId: guest })).length;
  return {
    world,
    domain,
    clock,
    pushes,
    provider,
    organizer,
    guest,
    sessionId,
    deviceId,
    eventId,
    register,
    later,
    announce,
    devices,
  };
};

t.test('a notice is pushed to each device of its user, and to nobody else', async (t) => {
  const { pushes, eventId, announce, domain, guest, sessionId } = await openScene();
  const other = '0197a5c2-7f3e-4c1a-9b1e-2f4d6a8c0e12';
  await domain.registerDevice({
    ...{ userId: guest, sessionId, deviceId: other, platform: 'apns', pushToken: 'phone', locale: 'de' },
  });
  await announce();
  t.equal(pushes.length, 2);
  const { items } = await domain.listNotices({ userId: guest });
  const noticeId = items[0]?.id;
  const data = { noticeId, kind: 'announcement', eventId, url: `https://events.example.com/e/${eventId}` };
  for (const push of pushes) {
    t.match(push, {
      ...{
        title: /: Lantern concert$|about Lantern concert$/,
        body: 'Bring a lamp.',
        badge: 1,
        collapseKey: noticeId,
      },
    });
    t.strictSame(push.data, data);
    t.strictSame(push.expiresAt, after(push.at, day));
  }
  t.strictSame(pushes.map(({ to }) => [to.platform, to.address]).sort(), [
    ['apns', 'phone'],
    ['fcm', 'token'],
  ]);
});

t.test('its words are in the language of the device, or say nothing', async (t) => {
  const { pushes, register, later, domain, guest, organizer, eventId } = await openScene();
  await register({ locale: 'de-AT' });
  await domain.changeNoticeSettings({ userId: guest, email: true, reminders: [], pushPreview: 'none' });
  const settings = await domain.changeNoticeSettings({ userId: guest, email: true, reminders: [60] });
  t.match(settings, { email: true, reminders: [60], push: true, pushPreview: 'none', activity: 'daily' });
  await domain.cancelEvent({ eventId, callerId: organizer });
  await later(0);
  t.match(pushes, [{ title: 'Etwas Neues zu einer Veranstaltung', body: '' }]);
});

t.test('what tells of no event has no address', async (t) => {
  const { pushes, world, guest } = await openScene();
  await world.dependencies.stores.outbox.add([
    {
      ...{
        id: world.dependencies.ids.next(),
        kind: 'session.opened',
        eventId: null,
        userId: guest,
        actorId: null,
      },
      ...{ data: {}, at: world.clock.now(), dueAt: world.clock.now() },
    },
  ]);
  await world.performJobs();
  t.match(pushes, [{ data: { kind: 'new_sign_in', eventId: '', url: '' } }]);
});

t.test('a reminder is worth sending until the start', async (t) => {
  const { pushes, later, clock, domain, eventId } = await openScene();
  await later(2 * day);
  const { startAt } = await domain.getEvent({ eventId, callerId: null });
  t.match(pushes, [{ data: { kind: 'event_reminder' }, expiresAt: startAt }]);
  t.ok(clock.now() < startAt);
});

t.test('changes of an event replace each other, and nothing else does', async (t) => {
  const notice = { id: 'n', kind: 'event_changed', event: { id: 'e' } } as Parameters<
    typeof collapseKeyOf
  >[0];
  t.equal(collapseKeyOf(notice), 'event_changed-e');
  t.equal(collapseKeyOf({ ...notice, kind: 'announcement' }), 'n');
  t.equal(collapseKeyOf({ ...notice, event: null }), 'n');
});

t.test('nobody is told who wants no pushes, or has read it', async (t) => {
  const { pushes, announce, domain, guest, provider, later } = await openScene();
  await domain.changeNoticeSettings({ userId: guest, email: true, reminders: [], push: false });
  await announce();
  t.equal(pushes.length, 0);
  await domain.changeNoticeSettings({ userId: guest, email: true, reminders: [], push: true });
  provider.answer = { outcome: 'failed', retryAfterMs: null };
  await announce();
  t.equal(pushes.length, 1);
  await domain.readNotices({ userId: guest, before: new Date('2027-01-01') });
  await later(hour);
  t.equal(pushes.length, 1);
});

t.test('a device that its provider knows no more is gone, unless it is registered meanwhile', async (t) => {
  const { announce, provider, devices, register, pushes } = await openScene();
  provider.answer = { outcome: 'gone' };
  provider.meanwhile = register;
  await announce();
  t.equal(await devices(), 1);
  provider.meanwhile = async () => undefined;
  await announce('Again.');
  t.equal(await devices(), 0);
  await announce('Nobody hears.');
  t.equal(pushes.length, 2);
});

t.test('what failed is tried again, after a pause that grows, until it is out of date', async (t) => {
  const { announce, provider, pushes, later, devices } = await openScene();
  provider.answer = { outcome: 'failed', retryAfterMs: null };
  await announce();
  for (const [pause, count] of [
    [5 * second - 1, 1],
    [1, 2],
    [10 * second, 3],
    [20 * second, 4],
  ] as const) {
    await later(pause);
    t.equal(pushes.length, count);
  }
  t.equal(new Set(pushes.map(({ collapseKey }) => collapseKey)).size, 1);
  for (let hours = 0; hours < 26; hours += 1) await later(hour);
  const count = pushes.length;
  t.ok(count < 40 && count > 25, `${count} tries`);
  await later(2 * day);
  t.notOk(pushes.slice(count).some(({ data }) => data.kind === 'announcement'));
  t.equal(await devices(), 1);
});

t.test('a pause grows to an hour', async (t) => {
  t.equal(pauseAfter(0, 0), 5 * second);
  t.equal(pauseAfter(2, 1), 25 * second);
  t.equal(pauseAfter(100, 0), hour);
});

t.test('providers are given the time that they ask for', async (t) => {
  const { announce, provider, pushes, later, devices } = await openScene();
  provider.answer = { outcome: 'failed', retryAfterMs: 10 * minute };
  await announce();
  await later(10 * minute - 1);
  t.equal(pushes.length, 1);
  provider.answer = { outcome: 'denied' };
  await later(1);
  t.equal(pushes.length, 2);
  await later(minute - 1);
  t.equal(pushes.length, 2, 'a provider that refuses the service is left alone for a minute');
  provider.answer = { outcome: 'refused' };
  await later(1);
  await later(day / 2);
  t.equal(pushes.length, 3, 'what is refused is not tried again');
  t.equal(await devices(), 1);
});

t.test('a receipt may tell later that the device is gone', async (t) => {
  const { announce, provider, later, devices, register, world } = await openScene();
  await register({ platform: 'expo' });
  provider.answer = { outcome: 'taken', receiptId: 'r' };
  await announce();
  provider.receipt = 'gone';
  await later(15 * minute - 1);
  t.equal(await devices(), 1);
  await register({ platform: 'expo' });
  await later(1);
  t.equal(await devices(), 1, 'it was registered since');
  await announce('Again.');
  provider.receipt = null;
  await later(15 * minute);
  provider.receipt = 'gone';
  await later(15 * minute);
  t.equal(await devices(), 0);
  provider.receipt = null;
  await register({ platform: 'expo' });
  await announce('And again.');
  for (let quarter = 0; quarter < 100; quarter += 1) await later(15 * minute);
  const jobs = takeJobs(world.tables, after(world.clock.now(), day));
  t.notOk(
    jobs.some(({ queue }) => queue === 'push-receipts'),
    'it is not asked for for ever',
  );
});

t.test('a device of a platform that is not configured any more is told nothing', async (t) => {
  const push = { platforms: [...platforms], webPublicKey: null };
  const { announce, pushes } = await openScene({ push });
  push.platforms = ['web'];
  await announce();
  push.platforms = [];
  await announce();
  t.equal(pushes.length, 0);
});

t.test('activity is pushed once an hour for an event, with what came meanwhile', async (t) => {
  const { world, domain, pushes, guest, later } = await openScene();
  const { id: eventId } = await event(world, guest, {
    startAt: after(world.clock.now(), 9 * day),
    endAt: after(world.clock.now(), 10 * day),
  });
  const { id: other } = await event(world, guest, {
    startAt: after(world.clock.now(), 9 * day),
    endAt: after(world.clock.now(), 10 * day),
  });
  const answer = async (id = eventId) => {
    await domain.answerRsvp({ eventId: id, userId: await person(world), state: 'going' });
    await later(0);
  };
  await answer();
  t.match(pushes, [{ body: '1 going', collapseKey: `event_activity-${eventId}` }]);
  await answer();
  await answer();
  await answer(other);
  t.equal(pushes.length, 2, 'of another event');
  await later(hour - 1);
  t.equal(pushes.length, 2);
  await later(1);
  t.match(pushes.slice(2), [{ body: '3 going', collapseKey: `event_activity-${eventId}` }]);
  await answer();
  await domain.readNotices({ userId: guest, before: world.clock.now() });
  await later(hour);
  t.equal(pushes.length, 3, 'it was read meanwhile');
  await answer();
  t.match(pushes.slice(3), [{ body: '1 going' }], 'and started no pause');
});

t.test('a push that is due when its time is over is not sent', async (t) => {
  const { pushes, provider, announce, later } = await openScene();
  provider.answer = { outcome: 'failed', retryAfterMs: 10 * minute };
  await announce();
  t.equal(pushes.length, 1);
  provider.answer = { outcome: 'taken' };
  await later(day + hour);
  t.equal(pushes.length, 1);
});
