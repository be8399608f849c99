import { readFileSync } from 'node:fs';
import { exportSections, type UserId, webhookTypes } from '@event-platform/domain';
import { fixtures } from '@event-platform/domain/contracts';
import t from 'tap';
import { impersonal, leftByErasure, personalData } from '../../src/personal-data/register.ts';
import { openTestPostgres } from '../../test-support/open-test-postgres.ts';

const { addBooking, addCircle, addEvent, addSession, addUser, newId, now, sendInvitation } = fixtures;
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

t.test('every column of the schema is in the register', async (t) => {
  const registered = new Map(personalData.map((entry) => [entry.table, entry]));
  for (const table of new Set(columns.map((one) => one.table))) {
    const entry = registered.get(table);
    t.equal(entry === undefined, table in impersonal, `${table} has data of people, or says why not`);
    if (!entry) continue;
    const names = columns.filter((one) => one.table === table).map(({ column }) => column);
    t.strictSame([...entry.columns, ...Object.keys(entry.withheld)].sort(), names, table);
    for (const person of entry.persons) t.ok(names.includes(person), `${table}.${person}`);
  }
  for (const table of [...registered.keys(), ...Object.keys(impersonal)])
    t.ok(
      columns.some((one) => one.table === table),
      `${table} is a table`,
    );
});

/** A user with rows in every table that refers to people. */
const openAccount = async (): Promise<UserId> => {
  const { stores } = database.postgres;
  const [ada, bob] = [await addUser(stores), await addUser(stores)];
  const { id } = ada;
  const ownEvent = await addEvent(stores, { organizerId: id });
  const event = await addEvent(stores, { organizerId: bob.id });
  await addSession(stores, id);
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
  await stores.noticeSettings.save(id, { email: false, reminders: [60] });
  const content = { id: newId(), key: newId(), kind: 'new_sign_in', event: null } as const;
  await stores.notices.open({ ...content, changes: null, text: null, createdAt: now });
  await stores.notices.add(content.id, [{ id: newId(), userId: id }], now);
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

t.test('an erasure leaves nothing of the person but what the register says', async (t) => {
  await database.empty();
  const id = await openAccount();
  const before = await placesOf(id);
  t.ok(before.length >= 15, before.join(', '));
  await database.postgres.stores.users.erase(id, now);
  for (const place of await placesOf(id)) t.ok(place in leftByErasure, place);
});

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

t.test('the page on privacy has the register', async (t) => {
  const page = readFileSync('docs/privacy.md', 'utf8');
  for (const { table, purpose, seenBy, keptFor } of personalData)
    t.ok(page.includes(`| \`${table}\` | ${purpose} | ${seenBy} | ${keptFor} |`), table);
});
