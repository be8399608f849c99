import type { Device } from '../../src/devices/device.ts';
import type { EventRecord } from '../../src/events/event.ts';
import { noticeEvent } from '../../src/events/notice-event.ts';
import { defaultNoticeSettings, type NoticeContent } from '../../src/notices/notice.ts';
import { sessionLifetimes } from '../../src/sessions/session.ts';
import { after, hour, minute } from '../../src/time.ts';
import { addEvent, addSession, addUser, newId, newToken, now } from '../fixtures.ts';
import { type Needs, type Open, type TestScope, withAdapters } from '../harness.ts';

type Ports = Needs<
  | 'attendees'
  | 'devices'
  | 'events'
  | 'moderation'
  | 'notices'
  | 'noticeSettings'
  | 'pushes'
  | 'rsvps'
  | 'sessions'
  | 'users'
>;

/** A guest with a device, who is told of things. */
const openScene = async ({ stores }: Pick<Ports, 'stores'>) => {
  const { id: userId } = await addUser(stores);
  const { id: sessionId } = await addSession(stores, userId);
  const device: Device = {
    ...{ id: newId(), userId, sessionId, platform: 'fcm', address: newToken(), keys: null },
    ...{ locale: 'de-CH', appVersion: null, createdAt: now, lastSeenAt: now },
  };
  await stores.devices.register(device, 10);
  const tell = async (
    kind: NoticeContent['kind'],
    event: EventRecord | null = null,
    text: string | null = null,
  ) => {
    const content = {
      id: newId(),
      key: newId(),
      kind,
      event: event && noticeEvent(event),
      changes: null,
      text,
    };
    await stores.notices.open({ ...content, createdAt: now });
    const id = newId<'notice'>();
    await stores.notices.add(content.id, [{ id, userId }], now);
    return id;
  };
  const claim = (noticeId: string, at = now) => stores.pushes.claim(noticeId, device.id, at);
  return { userId, sessionId, device, tell, claim };
};

export const pushStoreContract = async (t: TestScope, open: Open<Ports>): Promise<void> => {
  const example = withAdapters(open);

  await example(t, 'finds the devices of users who want pushes', async (t, { stores }) => {
    const [ada, bob, none] = [
      await openScene({ stores }),
      await openScene({ stores }),
      await addUser(stores),
    ];
    const keys = { p256dh: `BA${'x'.repeat(85)}`, auth: 'y'.repeat(22) };
    for (const [nr, host] of ['a.example', 'b.example', 'a.example'].entries())
      await stores.devices.register(
        { ...bob.device, id: newId(), platform: 'web', address: `https://${host}/${nr}`, keys },
        10,
      );
    const targets = async (at = now) => stores.pushes.targets([ada.userId, bob.userId, none.id], at);
    const all = await targets();
    t.equal(all.length, 5);
    t.strictSame(
      all.filter(({ platform }) => platform === 'fcm').map(({ share }) => share),
      [null, null],
    );
    const hosts = all.flatMap(({ share }) => (share === null ? [] : [share]));
    t.strictSame([hosts.length, new Set(hosts).size], [3, 2], 'a share for each host');
    await stores.noticeSettings.save(bob.userId, { ...defaultNoticeSettings, push: false });
    t.strictSame(
      (await targets()).map(({ userId, id }) => [userId, id]),
      [[ada.userId, ada.device.id]],
    );
    t.strictSame(await targets(after(now, sessionLifetimes.idle)), []);
    t.strictSame(await stores.pushes.targets([], now), []);
  });

  await example(t, 'claims what its user may see by now', async (t, { stores }) => {
    const { userId, device, tell, claim } = await openScene({ stores });
    const event = await addEvent(stores);
    const [id] = [await tell('announcement', event, 'Bring a lamp.'), await tell('new_sign_in')];
    const push = await claim(id);
    t.strictSame(push?.device, device);
    t.strictSame(push?.notice, {
      ...{
        id,
        kind: 'announcement',
        event: noticeEvent(event),
        changes: null,
        activity: null,
        text: 'Bring a lamp.',
      },
      ...{ createdAt: now, readAt: null },
    });
    t.strictSame([push?.locale, push?.preview, push?.unread], [null, 'title', 2]);
    await stores.noticeSettings.save(userId, { ...defaultNoticeSettings, pushPreview: 'none' });
    t.equal((await claim(id))?.preview, 'none');
    await stores.users.update(userId, { locale: 'de-AT' });
    t.equal((await claim(id))?.locale, 'de-AT');
    t.equal(await stores.pushes.claim(id, newId(), now), null, 'an unknown device');
    t.equal(await claim(newId()), null, 'an unknown notice');
    t.equal(await claim(id, after(now, sessionLifetimes.idle)), null, 'of an expired session');
    await stores.noticeSettings.save(userId, { ...defaultNoticeSettings, push: false });
    t.equal(await claim(id), null, 'no pushes');
    await stores.noticeSettings.save(userId, { ...defaultNoticeSettings, push: true });
    await stores.notices.markRead(userId, now, now);
    t.equal(await claim(id), null, 'read');
    const next = await tell('new_sign_in');
    t.equal((await claim(next))?.unread, 1);
    await stores.devices.remove(userId, device.id);
    t.equal(await claim(next), null, 'removed');
  });

  await example(t, 'claims nothing of an event that is not its user’s to see', async (t, { stores }) => {
    const { userId, tell, claim } = await openScene({ stores });
    const secret = await addEvent(stores, { visibility: 'private' });
    const [told, off] = [await tell('announcement', secret, 'Hush.'), await tell('event_cancelled', secret)];
    t.equal(await claim(told), null, 'no guest');
    t.ok(await claim(off), 'that it is off needs no more');
    await stores.rsvps.set(secret.id, userId, 'going', now);
    t.ok(await claim(told));
    await stores.attendees.remove(secret.id, userId, now);
    const out = await tell('guest_removed', secret);
    t.strictSame([await claim(told), await claim(off)], [null, null], 'removed');
    t.ok(await claim(out));

    const event = await addEvent(stores);
    const [changed, cancelled] = [await tell('event_changed', event), await tell('event_cancelled', event)];
    await stores.moderation.takeDown(event.id, { reason: 'Spam', at: now });
    t.equal(await claim(changed), null, 'taken down');
    t.ok(await claim(cancelled));
    await stores.moderation.restore(event.id);
    t.ok(await claim(changed));
    await stores.events.remove(event.id);
    t.equal(await claim(changed), null, 'deleted');
    t.equal((await claim(cancelled))?.notice.event?.title, event.title);
  });

  await example(t, 'claims a reminder while the event begins as it says', async (t, { stores }) => {
    const { tell, claim } = await openScene({ stores });
    const event = await addEvent(stores);
    const [reminder, moved] = [
      await tell('event_reminder', event),
      await tell('event_reminder', { ...event, startAt: after(event.startAt, hour) }),
    ];
    t.ok(await claim(reminder));
    t.equal(await claim(moved), null);
    await stores.events.cancel(event.id, now);
    t.equal(await claim(reminder), null);
  });

  await example(t, 'deletes a device whose address is dead', async (t, { stores }) => {
    const { userId, device, tell, claim } = await openScene({ stores });
    const left = async () => (await stores.devices.list(userId, now)).length;
    const id = await tell('new_sign_in');
    await stores.pushes.removeDead(userId, device.id, now);
    t.equal(await left(), 1, 'it was told nothing');
    await claim(id);
    t.strictSame(await stores.devices.register(device, 10), device);
    await stores.pushes.removeDead(userId, device.id, now);
    t.equal(await left(), 1, 'it was registered again, as it was');
    await claim(id);
    await claim(id, after(now, minute));
    await stores.pushes.removeDead(userId, device.id, now);
    t.equal(await left(), 1, 'it was told something again');
    await stores.pushes.removeDead(userId, device.id, after(now, minute));
    t.equal(await left(), 0);
    await stores.devices.register(device, 10);
    t.equal(await left(), 1);
  });
};
