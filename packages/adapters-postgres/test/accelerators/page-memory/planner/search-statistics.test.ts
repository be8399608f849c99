import type { EventFilter, EventId } from '@event-platform/domain';
import { fixtures } from '@event-platform/domain/contracts';
import t from 'tap';
import {
  type EventChange,
  eventChanges,
} from '../../../../src/accelerators/page-memory/changes/event-changes.ts';
import { parseSnapshot } from '../../../../src/accelerators/page-memory/changes/snapshot.ts';
import { searchStatistics } from '../../../../src/accelerators/page-memory/planner/search-statistics.ts';

const filterAt = (at: number, changes: Partial<EventFilter> = {}): EventFilter => ({
  ...fixtures.anyEvent,
  endsAfter: new Date(at),
  recentSince: new Date(0),
  text: [[{ word: 'live', prefix: true }]],
  ...changes,
});

/** When the next match ends. */
const validUntil = 100_000;
const snapshotBelow = (xmax: number) => parseSnapshot(`${xmax}:${xmax}:`);
const basisBelow = (xmax: number) => ({ snapshot: snapshotBelow(xmax), validUntil });
const counted = (total: number, xmax: number) => ({ total, ...basisBelow(xmax) });

/** Totals over a clock that tests set; each count gives the number of counts so far, and sees all transactions below ten times it. */
const openTotals = () => {
  const state = { now: 0, counts: 0, fails: false };
  const changes = eventChanges();
  const totals = searchStatistics(
    async () => {
      state.counts += 1;
      await null;
      if (state.fails) throw new Error('out of reach');
      return counted(state.counts, state.counts * 10);
    },
    changes,
    () => state.now,
  );
  /** A statement of now that sees all transactions below `xmax`. */
  const read = (xmax: number, eventChangeList: readonly EventChange[] = []) =>
    changes.merge(eventChangeList, snapshotBelow(xmax), true, state.now);
  return { totals, state, read };
};

const changed = (xid: number, words: string): EventChange => ({
  id: xid,
  xid,
  change: { event: 'e' as EventId, category: 'music', lat: 0, lng: 0, startAt: 0, endAt: 200_000, words },
});

t.test('counts equal filters once at a time and keeps the total', async (t) => {
  const { totals, state } = openTotals();
  t.equal(totals.read(filterAt(0)).matches, undefined);
  const [one, same] = await Promise.all([totals.count(filterAt(0)), totals.count(filterAt(5))]);
  t.strictSame(one, { total: 1, isFresh: true, basis: counted(1, 10) });
  t.equal(same, one);
  t.match(
    totals.read(filterAt(100)).matches,
    { total: 1, isFresh: true, basis: null },
    'for another now as well',
  );
  t.equal(totals.read(filterAt(0, { category: 'music' })).matches, undefined);
  t.equal(totals.read(filterAt(0, { isDated: true })).matches, undefined);
  t.match(await totals.count(filterAt(0, { category: 'music' })), { total: 2 });
  t.equal(state.counts, 2);
});

t.test('counts a total again in the background before it is too old', async (t) => {
  const { totals, state } = openTotals();
  await totals.count(filterAt(0));
  state.now = 22_000;
  totals.read(filterAt(0)).matches;
  t.equal(state.counts, 1, 'not yet');
  state.now = 22_001;
  t.strictSame(totals.read(filterAt(0)).matches, { total: 1, isFresh: true, basis: null });
  await new Promise(setImmediate);
  t.strictSame(totals.read(filterAt(0)).matches, { total: 2, isFresh: true, basis: null });
});

t.test('a total older than 30 seconds by either clock is not fresh', async (t) => {
  const { totals, state } = openTotals();
  await totals.count(filterAt(0));
  state.now = 30_001;
  t.strictSame(totals.read(filterAt(0)).matches, { total: 1, isFresh: false, basis: null });
  state.now = 0;
  t.strictSame(totals.read(filterAt(30_001)).matches, { total: 1, isFresh: false, basis: null });
  t.strictSame(totals.read(filterAt(-30_001)).matches, { total: 1, isFresh: false, basis: null });
  t.equal(state.counts, 1, 'and only a request that waits for it counts again');
});

t.test('tries again after a count that failed', async (t) => {
  const { totals, state } = openTotals();
  state.fails = true;
  await t.rejects(totals.count(filterAt(0)));
  state.fails = false;
  t.match(await totals.count(filterAt(0)), { total: 2 });
  state.now = 25_000;
  state.fails = true;
  t.strictSame(totals.read(filterAt(0)).matches, { total: 2, isFresh: true, basis: null });
  await new Promise(setImmediate);
  state.fails = false;
  t.strictSame(
    totals.read(filterAt(0)).matches,
    { total: 2, isFresh: true, basis: null },
    'a background failure reaches no request',
  );
});

t.test('keeps a total that came with a page', async (t) => {
  const { totals, state } = openTotals();
  totals.keep(filterAt(0), counted(7, 10), 0);
  t.strictSame(totals.read(filterAt(0)).matches, { total: 7, isFresh: true, basis: null });
  state.now = 30_001;
  t.strictSame(totals.read(filterAt(0)).matches, { total: 7, isFresh: false, basis: null });
});

t.test('a total that nothing has changed is as old as the changes that are known', async (t) => {
  const { totals, state, read } = openTotals();
  read(9);
  await totals.count(filterAt(0));
  t.strictSame(
    totals.read(filterAt(0)).matches,
    { total: 1, isFresh: true, basis: basisBelow(10) },
    'what was read before the count tells nothing newer',
  );
  state.now = 80_000;
  read(15, [changed(11, 'silent')]);
  state.now = 90_000;
  const exact = { total: 1, isFresh: true, basis: basisBelow(15) };
  t.strictSame(totals.read(filterAt(90_000)).matches, exact);
  state.now = 105_000;
  t.strictSame(
    totals.read(filterAt(99_999)).matches,
    exact,
    'counted again in the background, as the changes are old',
  );
  await new Promise(setImmediate);
  t.match(totals.read(filterAt(99_999)).matches, { total: 2 });
  t.equal(state.counts, 2);
});

t.test('a total that a change or the end of a match has touched is as old as its count', async (t) => {
  const { totals, state, read } = openTotals();
  read(9);
  await totals.count(filterAt(0));
  state.now = 20_000;
  read(15, [changed(9, 'live'), changed(11, 'silent')]);
  t.match(totals.read(filterAt(20_000)).matches, { isFresh: true, basis: basisBelow(15) });
  read(17, [changed(16, 'live')]);
  t.strictSame(totals.read(filterAt(20_000)).matches, { total: 1, isFresh: true, basis: null });
  state.now = 31_000;
  t.strictSame(totals.read(filterAt(20_000)).matches, { total: 1, isFresh: false, basis: null });

  await totals.count(filterAt(99_000));
  t.match(totals.read(filterAt(99_999)).matches, { total: 2, basis: basisBelow(20) });
  t.strictSame(
    totals.read(filterAt(100_000)).matches,
    { total: 2, isFresh: true, basis: null },
    'a match has ended',
  );
  t.strictSame(
    totals.read(filterAt(98_999)).matches,
    { total: 2, isFresh: true, basis: null },
    'another may not have yet',
  );
  t.equal(state.counts, 2);
});
