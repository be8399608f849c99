import { offsetOf } from '@event-platform/domain';
import { LRUCache } from 'lru-cache';
import { commonTotals, keyOf } from './common-totals.ts';
import type { Database } from './database.ts';
import type { PageRow } from './listed-page.ts';
import { type TextFilter, type TextPage, textPage, textTotal } from './text-statements.ts';
import { takeTurns } from './turns.ts';

/** From when on words are common. */
export interface CommonLimits {
  /** Up to so many matches are always counted; the total of more may be up to 30 seconds old. */
  readonly exact: number;
  /** Up to so many are read whole with a page, to know how many there are; of more that is found out first. */
  readonly few: number;
}

const commonLimits: CommonLimits = { exact: 10_000, few: 100_000 };
/** From when on it is less work to read some weeks of matches, though not as few as the page needs, than all of them. */
const muchMore = 3;
/** Where matches are farther apart, all of them are read. */
const mostWeeks = 26;
/** A first guess of how many weeks hold nearly all events to come; what is found corrects it. */
const spread = 52;
/** Other counts wait: they read much, and those who wait for them must not take every connection. */
const countTurns = { inAll: 2, each: 1, waitMs: 2_500 };

/** Pages of events that match words; remembers for a while how common words are. */
export type TextPages = (wanted: TextPage) => Promise<readonly PageRow[]>;

export const textPages = (db: Database, { exact, few } = commonLimits): TextPages => {
  const inTurn = takeTurns(countTurns);
  const totals = commonTotals((filter: TextFilter) => inTurn(keyOf(filter), () => textTotal(db, filter)));
  /** Within how many weeks there were enough matches. */
  const reaches = new LRUCache<string, number>({ max: 1_000 });

  const allOnes = (wanted: TextPage) => textPage(db, { kind: 'all' }, wanted);

  /** @param enough how many of the soonest the page is taken from */
  const soonOnes = async (wanted: TextPage, total: number, enough: number) => {
    const key = keyOf(wanted.filter);
    let weeks = reaches.get(key) ?? Math.ceil((spread * enough) / total);
    while (weeks <= mostWeeks) {
      const rows = await textPage(db, { kind: 'soon', weeks }, wanted);
      const found = rows[0]?.total ?? 0;
      if (found >= enough) {
        reaches.set(key, found > muchMore * enough ? Math.ceil((weeks * 2 * enough) / found) : weeks);
        return rows.map((row) => ({ ...row, total }));
      }
      weeks = found > 0 ? Math.ceil((weeks * 1.2 * enough) / found) + 1 : weeks * 4;
    }
    reaches.set(key, weeks);
    return null;
  };

  return async (wanted) => {
    const { filter, ranked, page } = wanted;
    if (!totals.knows(filter)) {
      const began = totals.now();
      const rows = await textPage(db, { kind: 'few', few }, wanted);
      const total = rows[0]?.total ?? 0;
      if (total > exact && total <= few) totals.note(filter, total, began);
      if (total <= few) return rows;
    }
    const total = await totals.of(filter);
    const enough = Math.max(ranked, offsetOf(page) + page.limit);
    const isSoon = !filter.dated && total > exact && total > muchMore * enough;
    return (isSoon && (await soonOnes(wanted, total, enough))) || allOnes(wanted);
  };
};
