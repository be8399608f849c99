import { offsetOf } from '@event-platform/domain';
import { LRUCache } from 'lru-cache';
import { commonTotals, keyOf } from './common-totals.ts';
import type { Database } from './database.ts';
import type { PageRow } from './listed-page.ts';
import { type TextFilter, type TextPage, textPage, textTotal } from './text-statements.ts';
import { takeTurns } from './turns.ts';

/** Up to so many matches are counted with each page; the total of more may be up to 30 seconds old. */
const fewMatches = 10_000;
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

export const textPages = (db: Database, few = fewMatches): TextPages => {
  const inTurn = takeTurns(countTurns);
  const totals = commonTotals((filter: TextFilter) => inTurn(keyOf(filter), () => textTotal(db, filter)));
  /** Within how many weeks there were enough matches. */
  const reaches = new LRUCache<string, number>({ max: 1_000 });

  const allOnes = (wanted: TextPage) => textPage(db, { kind: 'all' }, wanted);

  const fewOnes = async (wanted: TextPage) => {
    const rows = await textPage(db, { kind: 'few', few }, wanted);
    return (rows[0]?.total ?? 0) <= few ? rows : null;
  };

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
      const rows = await fewOnes(wanted);
      if (rows) return rows;
    }
    const total = await totals.of(filter);
    if (total <= few) return (await fewOnes(wanted)) ?? allOnes(wanted);
    const enough = Math.max(ranked, offsetOf(page) + page.limit);
    const isSoon = !filter.dated && total > muchMore * enough;
    return (isSoon && (await soonOnes(wanted, total, enough))) || allOnes(wanted);
  };
};
