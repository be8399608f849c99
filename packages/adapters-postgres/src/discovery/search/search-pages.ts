import { availableParallelism } from 'node:os';
import { offsetOf } from '@event-platform/domain';
import { LRUCache } from 'lru-cache';
import { takeTurns } from '../../connection/bulkhead.ts';
import type { Database } from '../../database.ts';
import type { PageRow } from '../list/list-page.ts';
import { commonTotals, keyOf } from './common-totals.ts';
import { type TextFilter, type TextPage, type TextRow, textPage, textTotal } from './search-statements.ts';
import type { Way } from './search-tables.ts';

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
/**
 * Searches keep processors busy and nothing else. More of them at once than there are processors (this machine's stand for
 * the database's) make each other slow, and would take the connections of those who ask for less.
 */
const atOnce = Math.max(2, availableParallelism());
const searchTurns = { inAll: atOnce, each: atOnce, waitMs: 2_500 };

/** Pages of events that match words; remembers for a while how common words are. */
export type TextPages = (wanted: TextPage) => Promise<readonly PageRow[]>;

/** Somewhat more weeks when too few matches were found in them, fewer when far too many. */
const weeksFor = (weeks: number, found: number, enough: number): number => {
  if (found === 0) return weeks * 4;
  if (found < enough) return Math.ceil((weeks * 1.2 * enough) / found) + 1;
  return found > muchMore * enough ? Math.ceil((weeks * 2 * enough) / found) : weeks;
};

/** @param now the time by this process, in milliseconds */
export const textPages = (
  db: Database,
  { exact, few } = commonLimits,
  now: () => number = () => performance.now(),
): TextPages => {
  const turns = takeTurns(searchTurns);
  const pageBy = (way: Way, wanted: TextPage) => turns('', () => textPage(db, way, wanted));
  const totals = commonTotals((filter: TextFilter) => turns('', () => textTotal(db, filter)), now);
  /** Within how many weeks there were enough matches. */
  const reaches = new LRUCache<string, number>({ max: 1_000 });

  /** Whether there is enough in some weeks of them. */
  const isMany = (total: number, enough: number) => total > exact && total > muchMore * enough;

  /** Remembers how many weeks it will take, by how many matches were found in some. */
  const learn = (key: string, weeks: number, found: number, enough: number): number => {
    const next = weeksFor(weeks, found, enough);
    reaches.set(key, next);
    return next;
  };

  const soonOnes = async (wanted: TextPage, total: number, enough: number) => {
    const key = keyOf(wanted.filter);
    let weeks = reaches.get(key) ?? Math.ceil((spread * enough) / total);
    while (weeks <= mostWeeks) {
      const rows = await pageBy({ kind: 'soon', weeks }, wanted);
      const found = rows[0]?.found ?? 0;
      weeks = learn(key, weeks, found, enough);
      if (found >= enough) return rows.map((row) => ({ ...row, total }));
    }
    return null;
  };

  /** Counts, and reads what begins soon, in one statement. */
  const countedOnes = async (wanted: TextPage, weeks: number, enough: number) => {
    const began = totals.now();
    const rows = await pageBy({ kind: 'counted', weeks }, wanted);
    const { total, found } = rows[0] as TextRow;
    totals.note(wanted.filter, total, began);
    learn(keyOf(wanted.filter), weeks, found, enough);
    return found >= enough ? rows : null;
  };

  const fewOnes = async (wanted: TextPage) => {
    const began = totals.now();
    const rows = await pageBy({ kind: 'few', few }, wanted);
    const { total } = rows[0] as TextRow;
    if (total > exact && total <= few) totals.note(wanted.filter, total, began);
    return total <= few ? rows : null;
  };

  /** While it is not known how common the words are. */
  const firstOnes = (wanted: TextPage, enough: number) => {
    const { filter } = wanted;
    const last = totals.last(filter) ?? 0;
    const weeks = filter.dated ? undefined : reaches.get(keyOf(filter));
    if (weeks !== undefined && weeks <= mostWeeks && isMany(last, enough))
      return countedOnes(wanted, weeks, enough);
    // One that was very common is counted first; whatever else is not known well is read whole.
    return last <= few ? fewOnes(wanted) : null;
  };

  return async (wanted) => {
    const { filter, ranked, page } = wanted;
    const enough = Math.max(ranked, offsetOf(page) + page.limit);
    const rows = totals.hasFresh(filter) ? null : await firstOnes(wanted, enough);
    if (rows) return rows;
    const total = await totals.of(filter);
    const isSoon = !filter.dated && isMany(total, enough);
    return (isSoon && (await soonOnes(wanted, total, enough))) || pageBy({ kind: 'all' }, wanted);
  };
};
