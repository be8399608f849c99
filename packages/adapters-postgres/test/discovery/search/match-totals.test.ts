import type { EventFilter } from '@event-platform/domain';
import t from 'tap';
import { matchTotals } from '../../../src/discovery/search/match-totals.ts';

const filterAt = (at: number, changes: Partial<EventFilter> = {}): EventFilter => ({
  area: null,
  category: null,
  endsAfter: new Date(at),
  dated: false,
  startsBefore: null,
  text: [[{ word: 'live', prefix: true }]],
  ...changes,
});

/** Totals over a clock that tests set; each count gives the number of counts so far. */
const openTotals = () => {
  const state = { now: 0, counts: 0, fails: false };
  const totals = matchTotals(
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

t.test('counts equal filters once at a time and keeps the total', async (t) => {
  const { totals, state } = openTotals();
  t.equal(totals.read(filterAt(0)), undefined);
  t.strictSame(await Promise.all([totals.count(filterAt(0)), totals.count(filterAt(5))]), [1, 1]);
  t.strictSame(totals.read(filterAt(100)), { total: 1, isFresh: true }, 'for another now as well');
  t.equal(totals.read(filterAt(0, { category: 'music' })), undefined);
  t.equal(totals.read(filterAt(0, { dated: true })), undefined);
  t.equal(await totals.count(filterAt(0, { category: 'music' })), 2);
  t.equal(state.counts, 2);
});

t.test('counts a total again in the background before it is too old', async (t) => {
  const { totals, state } = openTotals();
  await totals.count(filterAt(0));
  state.now = 22_000;
  totals.read(filterAt(0));
  t.equal(state.counts, 1, 'not yet');
  state.now = 22_001;
  t.strictSame(totals.read(filterAt(0)), { total: 1, isFresh: true });
  await new Promise(setImmediate);
  t.strictSame(totals.read(filterAt(0)), { total: 2, isFresh: true });
});

t.test('a total older than 30 seconds by either clock is not fresh', async (t) => {
  const { totals, state } = openTotals();
  await totals.count(filterAt(0));
  state.now = 30_001;
  t.strictSame(totals.read(filterAt(0)), { total: 1, isFresh: false });
  state.now = 0;
  t.strictSame(totals.read(filterAt(30_001)), { total: 1, isFresh: false });
  t.strictSame(totals.read(filterAt(-30_001)), { total: 1, isFresh: false });
  t.equal(state.counts, 1, 'and only a request that waits for it counts again');
});

t.test('tries again after a count that failed', async (t) => {
  const { totals, state } = openTotals();
  state.fails = true;
  await t.rejects(totals.count(filterAt(0)));
  state.fails = false;
  t.equal(await totals.count(filterAt(0)), 2);
  state.now = 25_000;
  state.fails = true;
  t.strictSame(totals.read(filterAt(0)), { total: 2, isFresh: true });
  await new Promise(setImmediate);
  state.fails = false;
  t.strictSame(
    totals.read(filterAt(0)),
    { total: 2, isFresh: true },
    'a background failure reaches no request',
  );
});

t.test('keeps a total that came with a page', async (t) => {
  const { totals, state } = openTotals();
  totals.keep(filterAt(0), 7, 0);
  t.strictSame(totals.read(filterAt(0)), { total: 7, isFresh: true });
  state.now = 30_001;
  t.strictSame(totals.read(filterAt(0)), { total: 7, isFresh: false });
});
