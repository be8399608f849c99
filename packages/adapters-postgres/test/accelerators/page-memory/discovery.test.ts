import type { EventCatalog } from '@event-platform/domain';
import { type Adapters, contracts, fixtures } from '@event-platform/domain/contracts';
import { Kysely, PostgresDialect } from 'kysely';
import t from 'tap';
import { plannedLists } from '../../../src/accelerators/page-memory/page-memory.ts';
import { type PlanLimits, planLimits } from '../../../src/accelerators/page-memory/planner/plan-limits.ts';
import { openPool } from '../../../src/connection/connection-pool.ts';
import { currentVersion } from '../../../src/connection/snapshot-version.ts';
import type { Rows } from '../../../src/database.ts';
import { openTestPostgres } from '../../../test-support/open-test-postgres.ts';

/** The contract of lists again, with limits that make a few hundred events run the plans of many. */
const database = await openTestPostgres(t, { accelerators: [] });
const db = new Kysely<Rows>({
  dialect: new PostgresDialect({ pool: openPool({ url: database.url, size: 4 }) }),
});
t.teardown(() => db.destroy());

const never = Number.POSITIVE_INFINITY;
const eager = { searchCap: 1, exactTotal: 0, upcomingFactor: 0, upcomingWeeks: 1, dayCellsDays: 0 };
const limitSets: readonly Partial<PlanLimits>[] = [
  { ...eager, denseArea: never, dayCellsRows: 0 },
  { ...eager, denseArea: 0, dayCellsRows: never },
];

let listCount = 0;
const openWith = (limits: Partial<PlanLimits>) => async (): Promise<Adapters> => {
  await database.empty();
  const { stores, ...postgres } = database.postgres;
  let clock = 0;
  const planned = plannedLists(
    db,
    { limits: { ...planLimits, ...limits }, now: () => clock },
    currentVersion(db),
  );
  const list: EventCatalog['list'] = async (...query) => {
    // No total is kept for so long.
    clock += 31_000;
    listCount += 1;
    // What ends is swept at any time, from the future of the lists as well.
    if (listCount % 20 === 0)
      await postgres.sweep(new Date(fixtures.now.getTime() + ((listCount % 140) - 70) * 3_600_000));
    return planned.list(...query);
  };
  return {
    ...postgres,
    stores: { ...stores, eventCatalog: { ...stores.eventCatalog, list } },
    queuedMails: async () => [],
    takeChanges: async () => [],
    close: isAsRebuilt,
  };
};

/** The triggers' counters and words equal those that a rebuild makes of the events. */
const isAsRebuilt = async () => {
  const derived = async () => [
    await database.query('select * from event_words order by event_id'),
    await database.query(`select cell, category, sum(listed) as listed, sum(live) as live from listing_counter
      group by cell, category having sum(listed) <> 0 order by cell, category`),
  ];
  const derivedRows = await derived();
  await database.query('select rebuild_event_words(), rebuild_listing_counters()');
  t.strictSame(derivedRows, await derived(), 'derived rows are as a rebuild makes them');
  t.ok((derivedRows[0]?.length ?? 0) > 0, 'and there are some');
};

for (const limits of limitSets)
  await t.test(JSON.stringify(limits), (t) => contracts.eventLists(t, openWith(limits)));
