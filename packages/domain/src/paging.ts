import { limits } from './limits.ts';
import { refuseInput } from './problem.ts';

/** `page` counts from 1; `limit` is the page's size. */
export interface Page {
  readonly page: number;
  readonly limit: number;
}

/** A page as a caller asks for it; what is left out takes its default. */
export interface Paging {
  readonly page?: number | undefined;
  readonly limit?: number | undefined;
}

/** One page of a list with the exact number of all its items. */
export interface Paged<Item> extends Page {
  readonly items: readonly Item[];
  readonly total: number;
}

/** The size of a list's pages: what a caller gets who asks for none, and the most. */
export interface PageSizes {
  readonly usual: number;
  readonly most: number;
}

const pageSizes: PageSizes = { usual: limits.defaultPageSize, most: limits.pageSize };

/** Fills in the defaults. Throws `invalid_request` outside the bounds of {@link limits} and of the sizes. */
export const toPage = (
  { page = limits.defaultPage, limit }: Paging,
  { usual, most }: PageSizes = pageSizes,
): Page => {
  if (!Number.isInteger(page) || page < 1 || page > limits.page)
    throw refuseInput({ path: '/page', message: `must be a whole number from 1 to ${limits.page}` });
  const size = limit ?? usual;
  if (!Number.isInteger(size) || size < 1 || size > most)
    throw refuseInput({ path: '/limit', message: `must be a whole number from 1 to ${most}` });
  return { page, limit: size };
};

/** How many items come before the page. */
export const offsetOf = ({ page, limit }: Page): number => (page - 1) * limit;
