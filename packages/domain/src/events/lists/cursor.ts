import { parseId } from '../../ids.ts';
import { refuseInput } from '../../problem.ts';
import { day } from '../../time.ts';
import type { ListPosition } from './list-position.ts';

/** Where a caller is in a list, and what has to stay as it was for the rest of it to be the rest. */
export interface Cursor {
  /** What the list is asked for: see {@link listMark}. */
  readonly list: number;
  /** Since when what has begun is not put last, in milliseconds since 1970; 0 where that stays the same. */
  readonly recentSince: number;
  /** Whether words one typo away stand for those of the search. */
  readonly isExpanded: boolean;
  readonly position: ListPosition;
}

const radix = 36;

/** A short mark of what a list is asked for (FNV-1a): it tells another list, and protects nothing. */
export const listMark = (...parts: readonly unknown[]): number => {
  let mark = 0x811c9dc5;
  for (const unit of JSON.stringify(parts))
    mark = Math.imul(mark ^ (unit.codePointAt(0) as number), 0x01000193);
  return mark >>> 0;
};

export const cursorText = ({ list, recentSince, isExpanded, position }: Cursor): string =>
  [list, recentSince, isExpanded ? 1 : 0, position.rank, position.startAt]
    .map((number) => number.toString(radix))
    .concat(position.id)
    .join('.');

const pattern =
  /^([0-9a-z]{1,7})\.([0-9a-z]{1,11})\.([01])\.([0-9a-z]{1,11})\.(-?[0-9a-z]{1,11})\.([0-9a-f-]{36})$/;

/** Every database reads times of the years 1 to 9999 and ranks of 31 bits, and events have no others. */
const [firstStart, lastStart, lastRank] = [Date.parse('0001-01-01'), Date.parse('9999-12-31'), 2 ** 31 - 1];

/** Throws `invalid_request` for what is no cursor. */
const readCursor = (text: string): Cursor => {
  const [, list = '', since = '', expanded, rank = '', start = '', idText = ''] = pattern.exec(text) ?? [];
  const id = parseId<'event'>(idText);
  const [mark, recentSince, numberOfRank, startAt] = [list, since, rank, start].map((digits) =>
    Number.parseInt(digits, radix),
  ) as [number, number, number, number];
  if (!id || startAt < firstStart || startAt > lastStart || numberOfRank > lastRank)
    throw refuseInput({ path: '/after', message: 'must be the cursor of a page, its meta.next' });
  return {
    list: mark,
    recentSince,
    isExpanded: expanded === '1',
    position: { rank: numberOfRank, startAt, id },
  };
};

/** A list is gone through within a day: later, what has begun is elsewhere in it. */
const lifetime = day;

/**
 * The cursor that a list is asked to go on from; null for none. Throws `invalid_request` for one of another list, or too old, and
 * for a page beside it.
 * @param recentSince of the list now
 */
export const cursorOf = (
  { after, page = 1 }: { readonly after?: string | undefined; readonly page?: number | undefined },
  list: number,
  recentSince = 0,
): Cursor | null => {
  if (after === undefined) return null;
  if (page !== 1) throw refuseInput({ path: '/page', message: 'must be 1, or absent, with after' });
  const cursor = readCursor(after);
  if (cursor.list !== list)
    throw refuseInput({
      path: '/after',
      message: 'must be a cursor of this list: other filters have others',
    });
  if (cursor.recentSince > recentSince || cursor.recentSince < recentSince - lifetime)
    throw refuseInput({ path: '/after', message: 'is no longer good: begin again without it' });
  return cursor;
};
