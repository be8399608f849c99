import { availableParallelism } from 'node:os';
import { fixtures } from '@event-platform/domain/contracts';
import {
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import t from 'tap';
import type { Rows } from '../../src/database.ts';
import type { DiscoveryQuery } from '../../src/discovery/plan.ts';
import { readingRunner } from '../../src/discovery/run-reading.ts';

/** A database whose statements run until `end` ends the earliest of them. */
const heldDatabase = () => {
  const ends: (() => void)[] = [];
  const connection: DatabaseConnection = {
    executeQuery: () => new Promise((resolve) => ends.push(() => resolve({ rows: [] }))),
    streamQuery: () => {
      throw new Error('not used');
    },
  };
  class HeldDriver extends DummyDriver {
    override acquireConnection = async () => connection;
  }
  const db = new Kysely<Rows>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new HeldDriver(),
      createIntrospector: (other) => new PostgresIntrospector(other),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  return { db, running: () => ends.length, end: () => ends.shift()?.() };
};

const settled = () => new Promise(setImmediate);
const processors = Math.max(2, availableParallelism());
const text = [[{ word: 'market', prefix: false }]];

const queryOf = (clientKey: string, search: boolean): DiscoveryQuery => ({
  filter: {
    area: null,
    category: null,
    endsAfter: fixtures.now,
    dated: false,
    startsBefore: null,
    text: search ? text : null,
  },
  order: 'time',
  page: { page: 1, limit: 20 },
  clientKey,
});

t.test('reads take one connection or two for each processor, and clients take turns', async (t) => {
  for (const search of [false, true]) {
    const { db, running, end } = heldDatabase();
    const most = search ? processors : 2 * processors;
    const run = readingRunner(db);
    const ended: string[] = [];
    const read = async (clientKey: string, isSearch = search) => {
      const kind = isSearch ? 'count-matches' : 'live-start-order';
      await run(queryOf(clientKey, isSearch), { kind });
      ended.push(clientKey);
    };
    const reads = [...Array.from({ length: 4 * processors }, () => read('many')), read('few')];
    await settled();
    t.equal(running(), most, search ? 'searches' : 'lists');
    reads.push(read('other', !search));
    await settled();
    t.equal(running(), most + 1, 'lists and searches do not wait for each other');
    while (running() > 0) {
      end();
      await settled();
    }
    await Promise.all(reads);
    t.strictSame(ended.slice(most, most + 2), ['other', 'few'], 'before the others of one client');
  }
});

t.test('a small pool keeps connections for other reads', async (t) => {
  for (const [search, most] of [
    [false, 2],
    [true, 1],
  ] as const) {
    const { db, running, end } = heldDatabase();
    const run = readingRunner(db, 4);
    const kind = search ? 'count-matches' : 'live-start-order';
    const reads = Array.from({ length: 6 }, () => run(queryOf('many', search), { kind }));
    await settled();
    t.equal(running(), most);
    while (running() > 0) {
      end();
      await settled();
    }
    await Promise.all(reads);
  }
});
