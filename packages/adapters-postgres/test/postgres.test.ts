import {
  type DomainError,
  distanceKm,
  type EventId,
  type EventRecord,
  type UserId,
} from '@event-platform/domain';
import { fixtures } from '@event-platform/domain/contracts';
import t from 'tap';
import { openPool } from '../src/connection/connection-pool.ts';
import { openPostgres } from '../src/open-postgres.ts';
import { openTestPostgres } from '../test-support/open-test-postgres.ts';

const {
  addCircle,
  addEvent,
  addUser,
  documentOf,
  newId,
  now,
  sendInvitation,
  someEvent,
  someInvitation,
  someUser,
} = fixtures;
t.setTimeout(120_000);
const database = await openTestPostgres();
t.teardown(database.close);
const { stores, postgres, query } = database;
const { unitOfWork } = postgres;

const later = (milliseconds: number) => new Date(now.getTime() + milliseconds);
const day = 86_400_000;

await t.test('parallel answers of many people are counted one by one', async (t) => {
  const event = await addEvent(stores);
  const guests = await Promise.all(Array.from({ length: 64 }, () => addUser(stores)));
  const counts = await Promise.all(
    guests.map(async ({ id }, index) => {
      const answer = await stores.rsvps.answer(event.id, id, index % 2 ? 'going' : 'interested', now);
      return answer?.rsvpCount ?? 0;
    }),
  );
  t.strictSame(
    counts.sort((one, other) => one - other),
    guests.map((_, index) => index + 1),
  );
  const cleared = await Promise.all(
    guests.map(async ({ id }) => (await stores.rsvps.answer(event.id, id, null, now))?.rsvpCount ?? -1),
  );
  t.strictSame(
    cleared.sort((one, other) => one - other),
    guests.map((_, index) => index),
  );
});

await t.test(
  'what is written for an event that was removed meanwhile answers that there is none',
  async (t) => {
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
  },
);

await t.test('people who leave while their circles grow lock nobody out', async (t) => {
  const people = await Promise.all(Array.from({ length: 24 }, () => addUser(stores)));
  const everybody = people.map(({ id }) => id);
  const circles = await Promise.all(everybody.map((owner) => addCircle(stores, owner, [])));
  const outcomes = await Promise.allSettled(
    everybody.flatMap((owner, index) => [
      stores.circles.addMembers(circles[index] as (typeof circles)[number], owner, everybody, 100),
      stores.users.erase(owner, now),
    ]),
  );
  t.strictSame(
    outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.cause?.message] : [])),
    [],
  );
});

await t.test('answers, acceptances, erasures and removals at once do not lock each other out', async (t) => {
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
      return inside.rsvps.answer(event, user, 'going', now);
    });
  const work = invitations.flatMap(({ id, eventId, recipient }, index) => {
    if (recipient.kind !== 'user') return [];
    const user = recipient.userId;
    return [
      accept(id, eventId, user),
      stores.rsvps.answer(eventId, user, 'going', now),
      stores.rsvps.answer(eventId, user, index % 3 ? 'interested' : null, now),
      stores.saved.save(eventId, user, now),
      ...(index % 4 === 0 ? [stores.users.erase(user, now)] : []),
      ...(index === 30 ? [stores.events.remove(eventId)] : []),
    ];
  });
  await Promise.all(work);
  const wrong = await query(`select from event_stats s where
    going <> (select count(*) from rsvp r where r.event_id = s.event_id and state = 'going') or
    interested <> (select count(*) from rsvp r where r.event_id = s.event_id and state = 'interested')`);
  t.equal(wrong.length, 0, 'all counts are those of the answers');
  const left = await query(
    'select from rsvp r join app_user u on u.id = r.user_id where u.erased_at is not null',
  );
  t.equal(left.length, 0, 'nobody erased is left with an answer');
});

await t.test(
  'of two who accept one e-mail invitation at once one wins, in the same unit of work',
  async (t) => {
    const event = await addEvent(stores, { visibility: 'private' });
    const { id } = await sendInvitation(stores, event, { kind: 'email', email: 'guest@example.org' });
    const people = await Promise.all(Array.from({ length: 16 }, () => addUser(stores)));
    const outcomes = await Promise.allSettled(
      people.map(({ id: user }) =>
        unitOfWork.run(async (inside) => {
          if (!(await inside.invitations.accept(id, user, now))) throw new Error('too late');
          return inside.rsvps.answer(event.id, user, 'going', now);
        }),
      ),
    );
    t.strictSame(
      outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : [])),
      [{ myRsvp: 'going', rsvpCount: 1 }],
    );
  },
);

await t.test('many events are found by place exactly as the domain measures it', async (t) => {
  await database.empty();
  const { id: organizer } = await addUser(stores);
  const at = (lat: number, lng: number): EventRecord =>
    someEvent(organizer, { sourceKey: `${lat} ${lng}`, location: { address: 'Somewhere', lat, lng } });
  let seed = 7;
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const corners = [-90, -89.999, -45, 0, 1e-9, 45, 89.999, 90].flatMap((lat) =>
    [-180, -179.9999, -90, 0, 1e-9, 90, 179.9999, 180].map((lng) => at(lat, lng)),
  );
  const events = [
    ...corners,
    ...Array.from({ length: 1_200 }, () => at(random() * 180 - 90, random() * 360 - 180)),
  ];
  for (let index = 0; index < events.length; index += 500)
    await stores.events.addNew(
      events.slice(index, index + 500).map((event) => ({ event, document: documentOf(event) })),
    );
  const places = [...corners.map(({ location }) => location), { lat: 52.5, lng: 13.4 }];
  for (const place of places)
    for (const radiusKm of [0.001, 50, 2_000, distanceKm(place, { lat: 0, lng: 0 }), 20_038]) {
      if (radiusKm === 0) continue;
      const area = { lat: place.lat, lng: place.lng, radiusKm };
      const filter = { area, category: null, endsAfter: now, dated: false, startsBefore: null, text: null };
      const { total } = await stores.eventCatalog.list(filter, 'time', null, { page: 1, limit: 1 });
      const expected = events.filter(({ location }) => distanceKm(place, location) <= radiusKm).length;
      if (total !== expected) t.equal(total, expected, JSON.stringify(area));
    }
  t.pass('all circles hold what they should');
});

await t.test('thousands of events are imported in a few seconds', async (t) => {
  await database.empty();
  const { id: organizer } = await addUser(stores);
  const entries = Array.from({ length: 5_000 }, (_, index) => {
    const event = someEvent(organizer, {
      sourceKey: `import-${index}`,
      title: `Concert ${index} of the series`,
      description: Array.from({ length: 60 }, (_, word) => `word${(index * 7 + word * 13) % 4_000}`).join(
        ' ',
      ),
      startAt: later(index * 60_000),
      endAt: later(index * 60_000 + 1),
    });
    return { event, document: documentOf(event) };
  });
  const began = performance.now();
  for (const again of [false, true])
    for (let index = 0; index < entries.length; index += 500) {
      const added = await stores.events.addNew(entries.slice(index, index + 500));
      if (added !== (again ? 0 : 500)) t.equal(added, again ? 0 : 500);
    }
  t.comment(`imported twice in ${Math.round(performance.now() - began)} ms`);
  const filter = { area: null, category: null, endsAfter: now, dated: false, startsBefore: null };
  const text = [[{ word: 'concert', prefix: false }], [{ word: 'word1', prefix: true }]];
  const all = entries.filter(({ document }) => document.other.some((word) => word.startsWith('word1')));
  for (const page of [1, 20, 21, 30]) {
    const found = await stores.eventCatalog.list({ ...filter, text }, 'relevance', null, { page, limit: 50 });
    t.equal(found.total, all.length);
    t.strictSame(
      found.items.map(({ id }) => id),
      all.slice((page - 1) * 50, page * 50).map(({ event }) => event.id),
    );
  }
});

await t.test('among many matches the soonest are ranked, and paging shows each once', async (t) => {
  await database.empty();
  const { id: organizer } = await addUser(stores);
  const entries = Array.from({ length: 1_030 }, (_, index) => {
    const title = index === 999 || index === 1_020 ? 'Lantern parade' : 'Parade';
    const event = someEvent(organizer, {
      title,
      description: 'A lantern',
      startAt: later(day + index),
      endAt: later(2 * day),
      sourceKey: `many-${index}`,
    });
    return { event, document: documentOf(event) };
  });
  await stores.events.addNew(entries);
  const filter = { area: null, category: null, endsAfter: now, dated: false, startsBefore: null };
  const text = [[{ word: 'lantern', prefix: true }]];
  const ids: EventId[] = [];
  for (let page = 1; page <= 25; page += 1) {
    const found = await stores.eventCatalog.list({ ...filter, text }, 'relevance', null, { page, limit: 43 });
    ids.push(...found.items.map(({ id }) => id));
  }
  t.equal(new Set(ids).size, 1_030);
  t.equal(ids[0], entries[999]?.event.id);
  t.strictSame(
    ids.slice(1_000),
    entries.slice(1_000).map(({ event }) => event.id),
  );
});

await t.test('ten thousand invitations take a few statements', async (t) => {
  const event = await addEvent(stores);
  await query(`insert into app_user select gen_random_uuid(), 'p' || n, '', 'guest' || n, null, '', 'user', '', 0, now(), null
    from generate_series(1, 10000) n`);
  const guests = await query<{ id: UserId }>("select id from app_user where phone like 'p%'");
  const began = performance.now();
  const { users } = await stores.invitations.candidates({
    eventId: event.id,
    owner: event.organizerId,
    circleIds: [],
    userIds: guests.map(({ id }) => id),
    at: now,
  });
  t.equal(users.length, 10_000);
  const wanted = guests.map(({ id }) => someInvitation(event, { kind: 'user', userId: id }));
  t.equal((await stores.invitations.send(wanted, now)).length, 10_000);
  t.equal((await stores.invitations.send(wanted, now)).length, 0);
  t.comment(`invited twice in ${Math.round(performance.now() - began)} ms`);
});

await t.test('sweeping forgets what no longer counts', async (t) => {
  await database.empty();
  await stores.quotas.take('old', 1, 5, later(-1));
  await stores.quotas.take('new', 1, 5, later(1));
  await postgres.callWindows.record('old', later(-day), 1_000, 5);
  await postgres.callWindows.record('new', now, 1_000, 5);
  await postgres.sweep(now);
  t.strictSame(await query('select key from allowance union all select key from call_window'), [
    { key: 'new' },
    { key: 'new' },
  ]);
});

await t.test('trouble with the server is the problem `unavailable`, also in a unit of work', async (t) => {
  const unavailable = { problem: { code: 'unavailable', retryAfterSeconds: 5 } } as DomainError;
  const gone = new URL(database.url);
  gone.pathname = '/no_such_server';
  gone.hostname = '127.0.0.1';
  gone.port = '9';
  const away = await openPostgres({ url: gone.href });
  await t.rejects(away.ping(), unavailable);
  await t.rejects(away.stores.categories.list(), unavailable);
  await t.rejects(away.stores.users.update(newId<'user'>(), { username: 'away' }), unavailable);
  await t.rejects(
    away.unitOfWork.run((inside) => inside.categories.list()),
    unavailable,
  );
  await t.rejects(away.migrate(), unavailable);
  await t.rejects(away.stores.mailOutbox.enqueue([{ id: newId<'invitation'>(), sending: 1 }]), unavailable);
  await away.close();

  // More often than there are connections: none of those that broke may be kept.
  for (let loss = 0; loss < 10; loss += 1)
    await t.rejects(
      unitOfWork.run(async (inside) => {
        await inside.users.signUp(someUser());
        await query(
          // Of this database alone: other test files may be at work on the same server.
          `select pg_terminate_backend(pid) from pg_stat_activity
            where application_name = 'event-platform' and datname = current_database()`,
        );
        await inside.categories.list();
      }),
      unavailable,
    );
  const answers = () =>
    postgres.ping().then(
      () => true,
      () => false,
    );
  while (!(await answers())) await new Promise(setImmediate);
  t.pass('once the loss is noticed, calls find new connections');

  const rejected = unitOfWork.run(() => Promise.reject(new TypeError('a fault')));
  await t.rejects(rejected, { name: 'TypeError', message: 'a fault' });
  const event = someEvent(newId<'user'>());
  const fault = await stores.events.add({ event, document: documentOf(event) }).catch((error) => error);
  t.match(fault, { constraint: 'event_organizer_id_foreign' });
});

await t.test('a pool tells how many connections it has and who waits for one', async (t) => {
  const pool = openPool({ url: database.url, size: 1 });
  const none = { name: 'writer', size: 1, total: 0, idle: 0, waiting: 0 };
  t.strictSame(pool.state(), none);
  const held = await pool.connect();
  const waiting = pool.connect();
  t.strictSame(pool.state(), { ...none, total: 1, waiting: 1 });
  held.release();
  (await waiting).release();
  t.strictSame(pool.state(), { ...none, total: 1, idle: 1 });
  await pool.end();

  const both = await openPostgres({ url: database.url, replicaUrls: [database.url], poolSize: 1 });
  t.strictSame(both.poolStates(), [none, { ...none, name: 'replica-1' }, { ...none, name: 'bulk', size: 2 }]);
  await both.close();
});

await t.test('mails are queued with what they tell of, once a sending, and retried', async (t) => {
  const delivered: string[] = [];
  const jobs = () =>
    query<{ state: string; data: object }>('select state, data from jobs.job order by created_on');
  const [one, two] = [newId<'invitation'>(), newId<'invitation'>()];
  await t.rejects(
    unitOfWork.run(async (inside) => {
      await inside.mailOutbox.enqueue([{ id: one, sending: 1 }]);
      throw new Error('changed my mind');
    }),
    { message: 'changed my mind' },
  );
  t.strictSame(await jobs(), []);
  await unitOfWork.run((inside) =>
    inside.mailOutbox.enqueue([
      { id: one, sending: 1 },
      { id: two, sending: 1 },
    ]),
  );
  await stores.mailOutbox.enqueue([{ id: one, sending: 1 }]);
  t.match(await postgres.mailQueueState(), { fresh: 2, retrying: 0, oldestDueSeconds: Number });
  t.equal((await jobs()).length, 2);
  t.strictSame((await jobs())[0]?.data, { invitationId: one, sending: 1 });

  await new Promise<void>((resolve, reject) => {
    postgres
      .startMailWorker(async ({ invitationId, sending }) => {
        delivered.push(`${invitationId} ${sending}`);
        if (delivered.length === 3) resolve();
        if (invitationId === two) throw new Error('421 the server is away');
      })
      .then(() => stores.mailOutbox.enqueue([{ id: one, sending: 2 }]))
      .catch(reject);
  });
  await postgres.close();
  t.strictSame(delivered.sort(), [`${one} 1`, `${one} 2`, `${two} 1`].sort());
  const states = await query<{ state: string; wait: number }>(
    `select state, extract(epoch from start_after - now())::float as wait from jobs.job
      where name = 'invitation-mail' order by state`,
  );
  t.strictSame(
    states.map(({ state }) => state),
    ['retry', 'completed', 'completed'],
  );
  t.ok((states[0]?.wait ?? 0) > 5, 'the second try is put off');
});
