import {
  draftDefaults,
  type EventCatalog,
  type EventRecord,
  type SeriesId,
  type SeriesRecord,
  type Stores,
  type User,
} from '@event-platform/domain';
import { fixtures } from '@event-platform/domain/contracts';
import { createMemoryWorld } from '@event-platform/domain/memory';
import { Kysely, PostgresDialect } from 'kysely';
import { plannedLists } from '../../../src/accelerators/page-memory/page-memory.ts';
import type { DiscoveryOptions } from '../../../src/accelerators/page-memory/statements/discover-events.ts';
import { openPool } from '../../../src/connection/connection-pool.ts';
import { currentVersion } from '../../../src/connection/snapshot-version.ts';
import type { Rows } from '../../../src/database.ts';
import { postgresEventCatalog } from '../../../src/discovery/postgres-event-catalog.ts';
import { openTestPostgres, type TestPostgres } from '../../../test-support/open-test-postgres.ts';

/** PostgreSQL and the in-memory model with the same people, categories and events. */
export interface TwinCatalogs extends Omit<TestPostgres, 'stores'> {
  /** Goes through all events by the domain's own functions: the oracle. */
  readonly model: EventCatalog;
  /** Both, to be changed alike. */
  readonly stores: readonly [Stores, Stores];
  readonly organizer: User;
  readonly caller: User;
  /** A series, to be given events. */
  readonly series: SeriesId;
  add(changes: Partial<EventRecord>): Promise<EventRecord>;
  /** Changes a category's name in both. */
  renameCategory(slug: string, name: string): Promise<void>;
  /** A catalog of the same database that chooses its plans by its own limits and clock. */
  catalog(options: DiscoveryOptions): EventCatalog;
}

const { addUser, someEvent, documentOf } = fixtures;

const someSeries = (id: SeriesId, organizerId: User['id']): SeriesRecord => ({
  ...{ id, organizerId, rule: 'FREQ=DAILY', firstDate: '2026-06-02', timeOfDay: 0, duration: 3_600_000 },
  ...{ timeZone: 'Europe/Berlin', isCancelled: false, madeThrough: null, extendAt: null },
  ...{ sourceKey: null, createdAt: fixtures.now },
  draft: {
    ...{ ...draftDefaults, title: 'Jazz', description: '', category: 'music', rsvpLead: null },
    location: { address: 'Berlin', lat: 52.52, lng: 13.4 },
  },
});

export const openTwinCatalogs = async (): Promise<TwinCatalogs> => {
  const { stores: real, ...postgres } = await openTestPostgres();
  const world = createMemoryWorld();
  const { stores: memory } = world.dependencies;
  const stores = [real, memory] as const;
  const db = new Kysely<Rows>({
    dialect: new PostgresDialect({ pool: openPool({ url: postgres.url, size: 4 }) }),
  });
  const plain = postgresEventCatalog(db);
  for (const category of await real.managedCategories.all())
    world.tables.categories.set(category.slug, category);
  const people: User[] = [];
  for (let count = 0; count < 2; count += 1) {
    const user = await addUser(real);
    await memory.users.signUp(user);
    people.push(user);
  }
  const [organizer, caller] = people as [User, User];
  const series = fixtures.newId<'series'>() as SeriesId;
  for (const { series: store } of stores) await store.add(someSeries(series, organizer.id));
  return {
    ...postgres,
    stores,
    organizer,
    caller,
    series,
    model: memory.eventCatalog,
    add: async (changes) => {
      const event = someEvent(organizer.id, changes);
      for (const { events } of stores) await events.add({ event, document: documentOf(event) });
      return event;
    },
    renameCategory: async (slug, name) => {
      await postgres.query('update category set name = $2 where slug = $1', [slug, name]);
      const category = world.tables.categories.get(slug);
      if (category) world.tables.categories.set(slug, { ...category, name });
    },
    catalog: (options) => ({
      ...plain,
      ...plannedLists(db, options, currentVersion(db)),
    }),
    close: async () => {
      await db.destroy();
      await postgres.close();
    },
  };
};
