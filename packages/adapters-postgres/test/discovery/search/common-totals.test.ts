import type { EventFilter } from '@event-platform/domain';
import t from 'tap';
import { commonTotals } from '../../../src/discovery/search/common-totals.ts';

const filterAt = (at: number, changes: Partial<EventFilter> = {}): EventFilter => ({
  area: null,
  category: null,
  endsAfter: new Date(at),
  dated: false,
  startsBefore: null,
  text: [[{ word: 'live', prefix: true }]],
  ...changes,
});

/** Totals over a clock that is set, counting how often they were counted. */
const openTotals = () => {
  const state = { now: 0, counts: 0, fails: false };
  const totals = commonTotals(
    async () => {
      state.counts += 1;
      await null;
      if (state.fails) throw new Error('out of reach');
      return state.counts;
    },
    () => state.now,
  );
  return { totals, state };
};

t.test('equal filters are counted once, then known', async (t) => {
  const { totals, state } = openTotals();
  t.notOk(totals.hasFresh(filterAt(0)));
  t.equal(totals.last(filterAt(0)), undefined);
  t.strictSame(await Promise.all([totals.of(filterAt(0)), totals.of(filterAt(5))]), [1, 1]);
  t.ok(totals.hasFresh(filterAt(100)), 'for another now, too');
  t.equal(totals.last(filterAt(100)), 1);
  t.notOk(totals.hasFresh(filterAt(0, { category: 'music' })));
  t.notOk(totals.hasFresh(filterAt(0, { dated: true })));
  t.equal(await totals.of(filterAt(0, { category: 'music' })), 2);
  t.equal(state.counts, 2);
});

t.test('a total is counted again before it is too old, and nobody waits', async (t) => {
  const { totals, state } = openTotals();
  await totals.of(filterAt(0));
  state.now = 22_001;
  t.equal(await totals.of(filterAt(0)), 1);
  await new Promise(setImmediate);
  t.equal(await totals.of(filterAt(0)), 2, 'counted beside the request');
});

t.test('a total of more than 30 seconds ago is not told, by either clock', async (t) => {
  const { totals, state } = openTotals();
  await totals.of(filterAt(0));
  state.now = 30_001;
  t.notOk(totals.hasFresh(filterAt(0)));
  t.equal(totals.last(filterAt(0)), 1, 'but what it was then');
  t.equal(await totals.of(filterAt(0)), 2);
  t.equal(await totals.of(filterAt(30_001)), 3);
  t.equal(await totals.of(filterAt(-1)), 4, 'nor one of the future');
});

t.test('a count that fails is tried again', async (t) => {
  const { totals, state } = openTotals();
  state.fails = true;
  await t.rejects(totals.of(filterAt(0)));
  state.fails = false;
  t.equal(await totals.of(filterAt(0)), 2);
  state.now = 25_000;
  state.fails = true;
  t.equal(await totals.of(filterAt(0)), 2, 'beside the request nobody hears of it');
  await new Promise(setImmediate);
  state.fails = false;
  t.equal(await totals.of(filterAt(0)), 2);
});

t.test('a total that came with something else is as good', async (t) => {
  const { totals, state } = openTotals();
  totals.note(filterAt(0), 7, totals.now());
  t.equal(await totals.of(filterAt(0)), 7);
  state.now = 30_001;
  t.equal(await totals.of(filterAt(0)), 1);
});
