import { offsetOf } from '@event-platform/domain';
import { commonTotals } from './common-totals.ts';
import type { Database } from './database.ts';
import type { PageRow } from './listed-page.ts';
import { type TextFilter, type TextPage, textPage, textShare } from './text-statements.ts';
import { takeTurns } from './turns.ts';

/** Up to so many matches are counted with each page; of more it is first found out how common they are. */
const fewMatches = 50_000;
/**
 * What it costs to look whether an event matches, in the order of time, where the matches come from an index at 1:
 * measured on a million events, 3.5 against 0.55 microseconds.
 */
const lookCost = 6.4;
/** Other counts wait: they read much, and those who wait for them must not take every connection. */
const countTurns = { inAll: 2, each: 1, waitMs: 2_500 };

/** Pages of events that match words; remembers for a while how common words are. */
export type TextPages = (wanted: TextPage) => Promise<readonly PageRow[]>;

export const textPages = (db: Database, few = fewMatches): TextPages => {
  const inTurn = takeTurns(countTurns);
  const shares = commonTotals((filter: TextFilter) =>
    inTurn(JSON.stringify(filter.text), () => textShare(db, filter)),
  );

  return async (wanted) => {
    const { filter, ranked, page } = wanted;
    if (!shares.knows(filter)) {
      const rows = await textPage(db, 'few', wanted, few);
      if ((rows[0]?.total ?? 0) <= few) return rows;
    }
    const { total, live } = await shares.of(filter);
    const end = Math.max(ranked, offsetOf(page) + page.limit);
    if (filter.dated || total * total < lookCost * live * end) return textPage(db, 'all', wanted);
    const rows = await textPage(db, 'soonest', wanted);
    return rows.map((row) => ({ ...row, total }));
  };
};
