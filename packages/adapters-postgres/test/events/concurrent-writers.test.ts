import type { AccountCharge, EventId, SeriesId, SeriesRecord, UserId } from '@event-platform/domain';
import { fixtures } from '@event-platform/domain/contracts';
import pg from 'pg';
import t from 'tap';
import { openTestPostgres } from '../../test-support/open-test-postgres.ts';

const { addCircle, addEvent, addUser, newId, newToken, now, sendInvitation, someInvitation } = fixtures;
const database = await openTestPostgres(t, { isBatch: true });
const { query, stores } = database;
const { unitOfWork } = database.postgres;
const waiting =
  "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";

await t.test('a write to an event that was removed meanwhile fails as event_not_found', async (t) => {
  const user = await addUser(stores);
  const event = await addEvent(stores);
  await stores.events.remove(event.id);
  const writes = {
    invitation: () =>
      stores.invitations.send([someInvitation(event, { kind: 'user', userId: user.id })], now),
    'shared link': () => stores.inviteLinks.tokenOf(event.id, 'fresh'),
    'new shared link': () => stores.inviteLinks.rotate(event.id, 'fresh'),
    admin: () => stores.eventAdmins.add(event.id, user.id),
    'unit of work': () => unitOfWork.run((inside) => inside.inviteLinks.tokenOf(event.id, 'fresh')),
  };
  for (const [about, write] of Object.entries(writes))
    await t.rejects(
      async () => void (await write()),
      { name: 'DomainError', problem: { code: 'event_not_found' } },
      about,
    );
});

await t.test('erasing users while circles gain members does not deadlock', async (t) => {
  const people = await Promise.all(Array.from({ length: 24 }, () => addUser(stores)));
  const ids = people.map(({ id }) => id);
  const circles = await Promise.all(ids.map((owner) => addCircle(stores, owner, [])));
  const outcomes = await Promise.allSettled(
    ids.flatMap((owner, index) => [
      stores.circles.addMembers(circles[index] as (typeof circles)[number], owner, ids, 100),
      stores.users.erase(owner, now),
    ]),
  );
  t.strictSame(
    outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.cause?.message] : [])),
    [],
  );
});

await t.test('erasing a user while their circle is removed does not deadlock', async (t) => {
  const [owner, member] = [await addUser(stores), await addUser(stores)];
  const circle = await addCircle(stores, owner.id, [member.id]);
  const remover = new pg.Client({ connectionString: database.url });
  await remover.connect();
  t.teardown(() => remover.end());
  // A removal stopped half-way: it has locked the circle, and comes to the members next.
  await remover.query('begin');
  await remover.query('select from circle where id = $1 for update', [circle]);
  const erasing = stores.users.erase(owner.id, now);
  while ((await query(waiting)).length === 0) await new Promise(setImmediate);
  await remover.query('delete from circle where id = $1', [circle]);
  await remover.query('commit');
  t.equal(await erasing, true);
});

await t.test('erasing a manager who is told of activity does not deadlock', async (t) => {
  const manager = await addUser(stores);
  const event = await addEvent(stores, { organizerId: manager.id });
  const activity = () => ({
    ...{ id: newId(), contentId: newId(), userId: manager.id, event: { ...event, address: '' } },
    ...{
      counts: { going: 1, interested: 0, booked: 0, waitlisted: 0, cancelled: 0, declined: 0 },
      people: [],
    },
  });
  await stores.activity.tell([activity()], now);
  let erasing: Promise<boolean> | undefined;
  await unitOfWork.run(async ({ activity: inside }) => {
    await inside.tell([activity()], now);
    erasing = stores.users.erase(manager.id, now);
    while ((await query(waiting)).length === 0) await new Promise(setImmediate);
    await inside.planDigests([{ userId: manager.id, startAt: event.startAt, dueAt: now }], now);
  });
  t.equal(await erasing, true);
  t.strictSame(await query('select from notice where user_id = $1', [manager.id]), []);
});

await t.test('what is written of an account while it is erased does not outlive it', async (t) => {
  const host = await addUser(stores);
  const [event, content] = [await addEvent(stores), newId()];
  const told = { kind: 'new_sign_in', event: null, changes: null, text: null, createdAt: now } as const;
  await stores.notices.open({ id: content, key: content, ...told });
  const report = { target: { kind: 'user', id: host.id }, reason: 'spam', text: '', at: now } as const;
  const times = { firstDate: '2026-06-02', timeOfDay: 0, duration: 3_600_000, timeZone: 'UTC' };
  const series = (organizerId: UserId) => ({
    ...{ id: newId<'series'>() as SeriesId, organizerId, rule: 'FREQ=DAILY', ...times, sourceKey: null },
    ...{ draft: {} as SeriesRecord['draft'], isCancelled: false, madeThrough: null, extendAt: null },
    createdAt: now,
  });
  const writes: Record<string, (id: UserId) => Promise<unknown>> = {
    event: (organizerId) => addEvent(stores, { organizerId }),
    event_series: (id) => unitOfWork.run((inside) => inside.series.add(series(id))),
    circle: (id) => addCircle(stores, id, []),
    report: (reporterId) => stores.reports.file({ id: newId<'report'>(), reporterId, ...report }),
    'report, about': (id) =>
      stores.reports.file({
        ...{ id: newId<'report'>(), reporterId: host.id },
        ...{ ...report, target: { kind: 'user', id } },
      }),
    notice_settings: (id) => stores.noticeSettings.save(id, { email: true, reminders: [60] }),
    calendar_feed: (id) => stores.calendars.tokenOf(id, newToken()),
    'calendar_feed, rotated': (id) => stores.calendars.rotate(id, newToken()),
    invitation: (userId) => stores.invitations.send([someInvitation(event, { kind: 'user', userId })], now),
    notice: (userId) => stores.notices.add(content, [{ id: newId(), userId }], now),
    activity_digest: (userId) => stores.activity.planDigests([{ userId, startAt: now, dueAt: now }], now),
  };
  for (const [name, write] of Object.entries(writes)) {
    const { id } = await addUser(stores);
    let writing: Promise<unknown> = Promise.resolve();
    await unitOfWork.run(async ({ users }) => {
      await users.erase(id, now);
      writing = write(id);
      while ((await query(waiting)).length === 0) await new Promise(setImmediate);
    });
    await writing;
    const [table = '', column = /^event/.test(name) ? 'organizer_id' : 'user_id'] = [
      name.split(',')[0],
      { circle: 'owner_id', report: 'reporter_id', 'report, about': 'target_id' }[name],
    ];
    t.strictSame(await query(`select from ${table} where ${column} = $1`, [id]), [], name);
  }
});

await t.test('parallel answers, acceptances, removals, erasures and deletions do not deadlock', async (t) => {
  const events = await Promise.all(Array.from({ length: 4 }, () => addEvent(stores)));
  const guests = await Promise.all(Array.from({ length: 12 }, () => addUser(stores)));
  const invitations = await Promise.all(
    events.flatMap((event) =>
      guests.map(({ id }) => sendInvitation(stores, event, { kind: 'user', userId: id })),
    ),
  );
  const accept = (id: (typeof invitations)[number]['id'], event: EventId, user: UserId) =>
    unitOfWork.run(async (inside) => {
      await inside.invitations.accept(id, user, now);
      return inside.rsvps.set(event, user, 'going', now);
    });
  const chargeOf = (account: UserId): AccountCharge => ({
    key: `rsvps-and-saves:${account}`,
    amount: 1,
    limit: { account, usual: 1_000, young: 1_000, youngSince: now },
    until: new Date(now.getTime() + 3_600_000),
  });
  const invite = (eventId: EventId, userId: UserId) => {
    const event = events.find(({ id }) => id === eventId) as (typeof events)[number];
    return stores.invitations
      .send([someInvitation(event, { kind: 'user', userId })], now)
      .catch((error) => (error.problem?.code === 'event_not_found' ? null : Promise.reject(error)));
  };
  const work = invitations.flatMap(({ id, eventId, recipient }, index) => {
    if (recipient.kind !== 'user') return [];
    const user = recipient.userId;
    return [
      accept(id, eventId, user),
      stores.rsvps.setWithin(chargeOf(user), eventId, user, 'going', now),
      stores.quotas.takeAll([chargeOf(user)], now),
      stores.rsvps.set(eventId, user, index % 3 ? 'interested' : null, now),
      stores.saved.save(eventId, user, now),
      stores.inviteLinks.join(eventId, user, now),
      ...(index % 2 === 0 ? [stores.attendees.remove(eventId, user, now)] : []),
      ...(index % 5 === 0 ? [stores.invitations.revoke(id, now), invite(eventId, user)] : []),
      ...(index % 4 === 0 ? [stores.users.erase(user, now)] : []),
      ...(index === 30 ? [stores.events.remove(eventId)] : []),
    ];
  });
  await Promise.all(work);
  const wrong = await query(`select from event_stats s where
    going <> (select count(*) from rsvp r where r.event_id = s.event_id and state = 'going') or
    interested <> (select count(*) from rsvp r where r.event_id = s.event_id and state = 'interested')`);
  t.equal(wrong.length, 0, 'all counters match the answers');
  const rows = await query(
    'select from rsvp r join app_user u on u.id = r.user_id where u.erased_at is not null',
  );
  t.equal(rows.length, 0, 'no erased user has an answer left');
  const inside = await query('select from rsvp join removed_guest using (event_id, user_id)');
  t.equal(inside.length, 0, 'no removed user has an RSVP');
});
