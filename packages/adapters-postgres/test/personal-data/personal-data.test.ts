import { readFileSync } from 'node:fs';
import {
  exportSections,
  type Question,
  type SessionId,
  type UserId,
  webhookTypes,
} from '@event-platform/domain';
import { fixtures } from '@event-platform/domain/contracts';
import { Kysely, PostgresDialect } from 'kysely';
import t from 'tap';
import { openPool } from '../../src/connection/connection-pool.ts';
import type { Rows } from '../../src/database.ts';
import { exportedColumns } from '../../src/personal-data/exported-columns.ts';
import { exportSources } from '../../src/personal-data/person-rows.ts';
import { postgresUserStore } from '../../src/users/postgres-user-store.ts';
import { openTestPostgres } from '../../test-support/open-test-postgres.ts';

const { addBooking, addCircle, addEvent, addSession, addUser, newId, newToken, now, sendInvitation } =
  fixtures;
const database = await openTestPostgres(t);

interface Column {
  readonly table: string;
  readonly column: string;
  readonly type: string;
}

const columns = await database.query<Column>(
  `select c.table_name as table, c.column_name as column, c.data_type as type
   from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
   where c.table_schema = 'public' and t.table_type = 'BASE TABLE' order by 1, 2`,
);

/** The tables of `docs/privacy.md`: rows of four columns for those with data of people, one sentence for the others. */
const page = readFileSync('docs/privacy.md', 'utf8');
const named = (text: string, name: RegExp) => [...text.matchAll(name)].map(([, table]) => table as string);
const personal = named(page, /^\| `(\w+)` \|(?:[^|]+\|){3}$/gm);
const [sentence = ''] = /^These tables hold no data of people: [^.]+\.$/m.exec(page) ?? [];
const impersonal = named(sentence, /`(\w+)`/g);

t.test('the page on privacy has every table once', async (t) => {
  const tables = [...new Set(columns.map(({ table }) => table))];
  t.strictSame([...personal, ...impersonal].sort(), tables.sort());
});

t.test('a table that refers to people is among those with data of people', async (t) => {
  const references = await database.query<{ table: string }>(
    "select distinct conrelid::regclass::text as table from pg_constraint where confrelid = 'app_user'::regclass",
  );
  t.ok(references.length > 20, `${references.length} tables`);
  for (const { table } of references) t.ok(personal.includes(table), table);
});

t.test('an export has the columns of its tables that are no secret', async (t) => {
  const secret = /token|hash|secret|^code$|exchange_keys|words/;
  for (const { table, also } of Object.values(exportSources)) {
    t.ok(personal.includes(table), table);
    const names = exportedColumns(table, also).map(({ name }) => name);
    t.ok(names.length > 0, table);
    for (const name of names) {
      t.ok(
        columns.some((one) => one.table === table && one.column === name),
        `${table}.${name} is a column`,
      );
      t.notMatch(name, secret, `${table}.${name}`);
    }
  }
});

/** A user with rows in every table that refers to people. */
const openAccount = async (): Promise<UserId> => {
  const { stores } = database.postgres;
  const [ada, bob] = [await addUser(stores), await addUser(stores)];
  const { id } = ada;
  const ownEvent = await addEvent(stores, { organizerId: id });
  const event = await addEvent(stores, { organizerId: bob.id });
  const { id: sessionId } = await addSession(stores, id);
  const device = {
    id: newId(),
    userId: id,
    sessionId,
    platform: 'fcm',
    address: newId(),
    keys: null,
  } as const;
  await stores.devices.register(
    { ...device, locale: 'en', appVersion: null, createdAt: now, lastSeenAt: now },
    10,
  );
  await stores.saved.save(event.id, id, now);
  await addBooking(stores, event.id, id);
  const item = { id: newId<'bringItem'>(), title: 'Salad', quantity: 2 };
  await stores.bringLists.add(event.id, item, 9);
  await stores.bringLists.claim({ event: event.id, item: item.id, user: id, quantity: 1, at: now });
  const other = await addEvent(stores, { organizerId: bob.id });
  await stores.eventAdmins.add(other.id, id);
  await stores.attendees.remove((await addEvent(stores)).id, id, now);
  await addCircle(stores, id, [bob.id]);
  await addCircle(stores, bob.id, [id]);
  await stores.blocks.add(id, bob.id, 10);
  await stores.blocks.add(bob.id, id, 10);
  await sendInvitation(stores, event, { kind: 'user', userId: id });
  await sendInvitation(stores, ownEvent, { kind: 'user', userId: bob.id });
  await stores.inviteLinks.join(ownEvent.id, bob.id, now);
  await stores.reports.file({
    ...{ id: newId<'report'>(), reporterId: id, target: { kind: 'user', id: bob.id } },
    ...{ reason: 'spam', text: '', at: now },
  });
  await stores.noticeSettings.save(id, { email: false, reminders: [60], activity: 'daily' });
  await stores.activity.note([{ eventId: event.id, userId: id, kind: 'declined', at: now }]);
  await stores.activity.planDigests([{ userId: id, startAt: now, dueAt: now }], now);
  const proof = {
    id: newId(),
    userId: id,
    sessionId: newId<'session'>() as SessionId,
    codeKey: 'key',
    mails: 1,
  };
  const email = { email: 'ada@mail.example', token: newToken(), isMailed: false, expiresAt: now };
  await stores.accountEmails.ask({ ...proof, ...email }, false, now);
  const content = { id: newId(), key: newId(), kind: 'new_sign_in', event: null } as const;
  await stores.notices.open({ ...content, changes: null, text: null, createdAt: now });
  await stores.notices.add(content.id, [{ id: newId(), userId: id }], now);
  await stores.pictures.add(
    {
      ...{ id: 'picture-of-the-account', ownerId: id, width: 1_600, height: 900, thumbhash: 'AAAA' },
      ...{ createdAt: now, asideKey: 'aside', asideSince: null, unusedSince: now },
    },
    null,
  );
  await stores.webhooks.add(
    {
      ...{ id: newId(), ownerId: id, url: 'https://hooks.example.com/', types: webhookTypes, eventId: null },
      ...{ isEnabled: true, generation: 0, rotatedAt: null, failingSince: null, createdAt: now },
    },
    20,
  );
  return id;
};

/** Where an id stands in a column that could hold it. */
const placesOf = async (id: string): Promise<readonly string[]> => {
  const places: string[] = [];
  for (const { table, column, type } of columns) {
    if (!['uuid', 'text', 'jsonb', 'json'].includes(type)) continue;
    const [{ count } = { count: 0 }] = await database.query<{ count: number }>(
      `select count(*)::int as count from "${table}" where "${column}"::text like '%${id}%'`,
    );
    if (count > 0) places.push(`${table}.${column}`);
  }
  return places;
};

/** What is left with the id of an erased account, and why. */
const leftByErasure: Readonly<Record<string, string>> = {
  'announcement.author_id': 'messages that guests have read',
  'event_edit.actor_id': 'for five minutes',
  'erased_account.user_id': 'for 90 days, so that erasing is no reset',
  'removed_guest.user_id': 'for 90 days, so that erasing is no reset',
  'blocked_user.blocked_id': 'for 90 days, so that erasing is no reset',
  'quota_use.key': 'until the limit is full again, so that erasing is no reset',
  'outbox.user_id': 'ids on their way, for seconds',
  'outbox.actor_id': 'ids on their way, for seconds',
  'app_user.id': 'an empty row, so that events keep an organizer',
  'picture.owner_id': 'until the next sweep',
  'session.user_id': 'ended sessions without tokens, so that a stolen token is told from an unknown one',
  'event.organizer_id': 'events that have ended, and cancelled ones, which guests still see',
};

t.test('an erasure leaves nothing of the person but what has a reason', async (t) => {
  await database.empty();
  const id = await openAccount();
  const before = await placesOf(id);
  t.ok(before.length >= 15, before.join(', '));
  await database.postgres.stores.users.erase(id, now);
  for (const place of await placesOf(id)) t.ok(place in leftByErasure, place);
});

t.test(
  'an export has what events of the person ask and what to bring, and nothing of others’ events',
  async (t) => {
    await database.empty();
    const { stores } = database.postgres;
    const ada = await addUser(stores);
    const guest = await addUser(stores);
    const question = (label: string): Question => ({
      ...{ id: newId<'question'>(), label, kind: 'yesNo', options: [], isRequired: true },
    });
    const [asked, removed] = [question('Will you sing?'), question('Will you dance?')] as const;
    const own = await addEvent(stores, { organizerId: ada.id, questions: [removed, asked] });
    const other = await addEvent(stores, { questions: [question('Do you bring shoes?')] });
    await stores.rsvps.set(own.id, guest.id, 'going', now);
    await stores.questions.answer(own.id, guest.id, own.questions, { [removed.id]: true });
    await stores.events.change(own.id, 0, { questions: [asked] }, fixtures.documentOf(own), now);
    const item = { id: newId<'bringItem'>(), title: 'Cake', quantity: 2 };
    await stores.bringLists.add(own.id, item, 9);
    await stores.bringLists.add(other.id, { ...item, id: newId() }, 9);
    const read = async (section: 'eventQuestions' | 'bringItems') =>
      (await stores.exports.read(ada.id, section, null)).rows;
    t.strictSame(await read('eventQuestions'), [{ ...asked, eventId: own.id, place: 0 }]);
    t.strictSame(await read('bringItems'), [{ ...item, eventId: own.id }]);
  },
);

t.test('instants of the export are written as the interface writes them', async (t) => {
  await database.empty();
  const id = await openAccount();
  const { exports } = database.postgres.stores;
  const instants: string[] = [];
  for (const section of exportSections) {
    if (section === 'signIns') continue;
    const { rows } = await exports.read(id, section, null);
    instants.push(...(JSON.stringify(rows).match(/"\d{4}-\d\d-\d\dT[^"]*"/g) ?? []));
  }
  t.ok(instants.length > 10, `${instants.length} instants`);
  for (const instant of instants) t.match(instant, /T\d\d:\d\d:\d\d\.\d{3}Z"$/);
});

t.test('an erasure holds its locks for few statements, however much there is', async (t) => {
  const statements: string[] = [];
  const db = new Kysely<Rows>({
    dialect: new PostgresDialect({ pool: openPool({ url: database.url, size: 1 }) }),
    log: ({ query }) => {
      statements.push(query.sql);
    },
  });
  t.teardown(() => db.destroy());
  const users = postgresUserStore(db);
  const { stores } = database;
  for (const size of [0, 6]) {
    const { id } = await addUser(stores);
    for (let index = 0; index < size; index += 1)
      await addBooking(stores, (await addEvent(stores, { capacity: 1 })).id, id);
    statements.length = 0;
    t.equal(await users.erase(id, now), true);
    t.ok(statements.length <= 20, `${statements.length} statements`);
  }
});
