import {
  calendarPolicy,
  devicePolicy,
  exportSections,
  limits,
  picturePolicy,
  type UserId,
  webhookPolicy,
} from '@event-platform/domain';
import t, { type Test } from 'tap';
import { type Call, newEvent, openTestApp, type Person, publicUrl } from '../../test-support/test-app.ts';

/**
 * The items and kilobytes that the longest response of each operation that reads may have, with the worst of everything
 * allowed stored. What a response takes of the event loop is in proportion to them: the longest one, of two
 * megabytes, takes 25 ms (ADR 0054). `npm run attack -- held-event-loop` measures it.
 */
const bounds: Readonly<Record<string, readonly [items: number, kilobytes: number]>> = {
  '/v1/events': [limits.pageSize, 2_850],
  '/v1/events/search': [limits.pageSize, 2_850],
  '/v1/me/events': [limits.pageSize, 2_850],
  '/v1/events/{id}': [1, 65],
  '/v1/event-series/{id}': [1, 12],
  '/v1/events/{id}/calendar.ics': [1, 60],
  '/v1/calendars/{token}/events.ics': [calendarPolicy.entries, 512],
  '/v1/me/event-invites': [limits.invitePageSize, 400],
  '/v1/event-invites/{token}': [1, 10],
  '/v1/events/{id}/invites': [limits.pageSize, 150],
  '/v1/events/{id}/attendees': [limits.pageSize, 150],
  '/v1/events/{id}/admins': [limits.pageSize, 150],
  '/v1/events/{id}/attendees.csv': [1, 300],
  '/v1/events/{id}/bookings': [limits.pageSize, 150],
  '/v1/events/{id}/bring-list': [limits.bringItems, 1_400],
  '/v1/events/{id}/my-answers': [1, 90],
  '/v1/me/bookings': [limits.pageSize, 2_850],
  '/v1/events/{id}/announcements': [limits.pageSize, 500],
  '/v1/me/notices': [limits.pageSize, 700],
  '/v1/me/notice-settings': [1, 1],
  '/v1/webhooks': [webhookPolicy.perAccount, 60],
  '/v1/webhooks/{id}': [1, 3],
  '/v1/webhooks/{id}/deliveries': [limits.pageSize, 20],
  // It is read and sent bit by bit, see below.
  '/v1/me/export': [1, 1_400],
  '/v1/operator/reports': [limits.pageSize, 1_400],
  '/v1/me/circles': [limits.pageSize, 60],
  '/v1/me/circles/{id}/members': [limits.pageSize, 150],
  '/v1/me/blocked-users': [limits.pageSize, 150],
  '/v1/auth/sessions': [limits.sessions, 60],
  '/v1/auth/me': [1, 18],
  '/v1/users/{username}': [1, 5],
  '/v1/me/calendar': [1, 1],
  '/v1/me/devices': [devicePolicy.perPerson, 5],
  '/v1/me/pictures': [limits.pageSize, 40 + (limits.pageSize * picturePolicy.usedByEvents * 40) / 1_000],
  '/v1/push': [1, 1],
  '/v1/categories': [50, 10],
  '/v1/operator/categories': [50, 20],
  '/v1/tags': [limits.tags, 2],
};

/** Four bytes a character, the most there are: UTF-8 has none longer, and what JSON escapes takes two. */
const widest = (length: number) => '🎪'.repeat(length);
const url = `https://example.org/${'a'.repeat(limits.urlLength - 20)}`;

/** JSON escapes each of these characters. */
const metadata = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`k${index}`, '"'.repeat(450)]));

const worstEvent = {
  tags: Array.from({ length: limits.tags }, (_, index) => `${index}`.padEnd(limits.tagLength, 't')),
  metadata,
  title: widest(limits.titleLength),
  description: widest(limits.descriptionLength),
  location: { address: widest(limits.addressLength), lat: -89.123456789012, lng: -179.123456789012 },
  coverUrl: url,
  sourceUrl: url,
  price: limits.price - 0.01,
  capacity: limits.capacity,
  template: 't'.repeat(limits.slugLength),
  enabledModules: [
    'bringList',
    ...Array.from({ length: limits.enabledModules - 1 }, (_, index) =>
      `m${index}`.padEnd(limits.moduleLength, 'm'),
    ),
  ],
  timeZone: 'America/Argentina/ComodRivadavia',
};

/** A page, the organizer, and a guest who is going already. */
const many = limits.pageSize + 2;

/** Stores more than a page of everything, each as long as it may be; resolves with how to read it. */
const openScene = async (t: Test) => {
  const { call, person, event, world } = await openTestApp(t, { domain: { quotaScale: 0 } });
  const worstPerson = async () => {
    const one = await person();
    const named = { name: widest(limits.nameLength), avatar: url, bio: widest(limits.bioLength) };
    await call('PATCH /v1/auth/me', {
      as: one,
      body: { ...named, city: widest(limits.cityLength), metadata },
    });
    return one;
  };
  const people: Person[] = [];
  for (let count = 0; count < many; count += 1) {
    // One /24 starts 40 sign-ins in ten minutes.
    if (count === 40) world.clock.advance(600_000);
    people.push(await worstPerson());
  }
  const [guest, organizer, ...others] = people as [Person, Person, ...Person[]];
  const userIds = people.map(({ id }) => id);
  const circles: string[] = [];
  for (let count = 0; count < many; count += 1) {
    const name = widest(limits.circleNameLength);
    circles.push((await call('POST /v1/me/circles', { as: guest, body: { name } })).body.id);
    await call(`PUT /v1/me/blocked-users/${userIds[count]}`, { as: organizer });
  }
  await call(`POST /v1/me/circles/${circles[0]}/members`, { as: guest, body: { userIds } });

  const events: string[] = [];
  // A hundred and some fill a calendar: its bytes end before its entries.
  for (let count = 0; count < 130; count += 1) {
    const { id } = await event(organizer, worstEvent);
    events.push(id);
    await call(`POST /v1/events/${id}/rsvp`, { as: guest, body: { status: 'going' } });
  }
  // Twenty from one organizer are the most that wait for a person.
  for (const one of others.slice(0, 6))
    for (let count = 0; count < 20; count += 1) {
      const { id } = await event(one, worstEvent);
      await call(`POST /v1/events/${id}/invites`, { as: one, body: { userIds: [guest.id] } });
    }
  const id = events[0] ?? '';
  await call(`POST /v1/events/${id}/invites`, { as: organizer, body: { userIds } });
  for (const one of others) await call(`POST /v1/events/${id}/rsvp`, { as: one, body: { status: 'going' } });
  for (const event of events.slice(0, many))
    await call(`PUT /v1/events/${event}/booking`, { as: guest, body: { quantity: 1 } });
  for (const one of others) await call(`PUT /v1/events/${id}/booking`, { as: one, body: { quantity: 1 } });
  for (const { id: userId } of others)
    await call(`PUT /v1/events/${events.at(-1)}/admins/${userId}`, { as: organizer });
  const item = { title: widest(limits.bringTitleLength), quantity: limits.bringQuantity };
  for (let count = 0; count < limits.bringItems; count += 1) {
    const { body } = await call(`POST /v1/events/${id}/bring-list`, { as: organizer, body: item });
    const claim = `/v1/events/${id}/bring-list/${body.id}/claim`;
    for (const one of others.slice(0, 1 + limits.bringClaims / limits.bringItems))
      await call(`PUT ${claim}`, { as: one, body: { quantity: 100 } });
  }
  const operator = others.at(-1) as Person;
  await world.domain.grantOperator({ phone: operator.phone });
  for (const userId of userIds)
    for (const as of others.slice(0, 6))
      if (as.id !== userId)
        await call('POST /v1/reports', {
          as,
          body: { userId, reason: 'other', text: widest(limits.reasonLength) },
        });
  const announcement = { text: widest(limits.announcementLength), to: ['going'] };
  for (const event of [...events.slice(0, many), id, id, id, id])
    await call(`POST /v1/events/${event}/announcements`, { as: organizer, body: announcement });
  await world.performJobs();
  const webhooks: string[] = [];
  for (let count = 0; count < webhookPolicy.perAccount; count += 1) {
    const body = { url: `https://example.org/${'a'.repeat(1_900)}`, types: ['rsvp.changed'], eventId: id };
    webhooks.push((await call('POST /v1/webhooks', { as: organizer, body })).body.id);
  }
  for (let count = 0; count < many; count += 1)
    await call(`POST /v1/webhooks/${webhooks[0]}/test`, { as: organizer });
  const [session] = world.tables.sessions.rows().filter(({ userId }) => userId === guest.id);
  if (!session) throw new Error('the guest is signed in');
  for (let count = 0; count < limits.sessions; count += 1) {
    const other = `${String(count).padStart(8, '0')}${session.id.slice(8)}` as typeof session.id;
    world.tables.sessions.set(other, { ...session, id: other, device: widest(limits.deviceLength) });
  }
  for (let count = 0; count < devicePolicy.perPerson; count += 1)
    await call(`PUT /v1/me/devices/${String(count).padStart(8, '0')}${session.id.slice(8)}`, {
      as: guest,
      body: {
        platform: 'expo',
        token: `ExponentPushToken[${count}]`,
        locale: 'de-CH',
        appVersion: widest(limits.appVersionLength),
      },
    });
  for (let count = 0; count < many; count += 1) {
    const id = String(count).padStart(22, 'p');
    const now = world.clock.now();
    world.tables.pictures.set(id, {
      ...{ id, ownerId: guest.id as never, width: 1_600, height: 1_600, thumbhash: 'a'.repeat(34) },
      ...{ createdAt: now, asideKey: id, asideSince: null, unusedSince: now },
    });
  }
  const { body: series } = await call('POST /v1/event-series', {
    as: organizer,
    body: { event: { ...newEvent(world), ...worstEvent }, rule: 'FREQ=DAILY;COUNT=60' },
  });
  const { body: list } = await call('GET /v1/me/event-invites', { as: guest });
  const { body: feed } = await call('GET /v1/me/calendar', { as: guest });
  const read = (path: string, as: Person): [string, Call] => {
    const ids = path.includes('circles') ? circles : path.includes('webhooks') ? webhooks : events;
    const own = path.endsWith('/admins') ? events.at(-1) : ids[0];
    const of = path.includes('event-series') ? series.id : own;
    const target = path
      .replace('/v1/calendars/{token}/events.ics', feed.url.slice(publicUrl.length))
      .replace('{token}', list.data[0].token)
      .replace('{username}', guest.username)
      .replace('{id}', of ?? '');
    const query = new URLSearchParams({
      ...(path.endsWith('/search') ? { q: '🎪' } : {}),
      ...(path === '/v1/me/events' ? { role: 'going' } : {}),
      limit: String(bounds[path]?.[0]),
    });
    return [`GET ${target}?${query}`, { as }];
  };
  return { call, world, guest, organizer, operator, read };
};

/** Bytes bound the one, the operator the other. */
const notFilled = [
  '/v1/calendars/{token}/events.ics',
  '/v1/events/{id}/announcements',
  '/v1/events/{id}/attendees.csv',
  '/v1/me/export',
  '/v1/categories',
  '/v1/operator/categories',
];

const itemsOf = ({
  body,
  text,
}: {
  readonly body: { readonly data?: unknown } | null;
  readonly text: string;
}) => {
  if (Array.isArray(body?.data)) return body.data.length;
  return body ? 1 : text.split('BEGIN:VEVENT').length - 1;
};

t.test('no response is longer than the event loop can bear', async (t) => {
  const { call, world, guest, organizer, operator, read } = await openScene(t);
  const { body: document } = await call('GET /openapi.json');
  const paths = Object.entries(document.paths as Record<string, { readonly get?: unknown }>)
    .filter(([, { get }]) => get)
    .map(([path]) => path);
  t.strictSame(Object.keys(bounds).sort(), paths.sort(), 'every operation that reads');
  const isOfOrganizer = (path: string) =>
    /\{id\}\/(?:invites|attendees|attendees\.csv|admins|bookings)$|blocked-users|webhooks/.test(path);
  for (const path of paths) {
    const caller = path.startsWith('/v1/operator/') ? operator : guest;
    const [target, options] = read(path, isOfOrganizer(path) ? organizer : caller);
    const response = await call(target, options);
    const [items = 0, kilobytes = 0] = bounds[path] ?? [];
    const [itemCount, bytes] = [itemsOf(response), Buffer.byteLength(response.text)];
    t.equal(response.status, 200, target);
    t.ok(
      itemCount <= items && (itemCount === items || notFilled.includes(path)),
      `${path}: ${itemCount} items`,
    );
    t.ok(bytes <= kilobytes * 1_000, `${path}: ${bytes} bytes`);
  }
  let longest = 0;
  for (const section of exportSections) {
    if (section === 'signIns') continue;
    let after: string | null = null;
    do {
      const page = await world.dependencies.stores.exports.read(guest.id as UserId, section, after);
      longest = Math.max(longest, Buffer.byteLength(JSON.stringify(page.rows)));
      after = page.next;
    } while (after !== null);
  }
  t.ok(longest > 100_000 && longest <= 600_000, `what an export reads at once: ${longest} bytes`);
});
