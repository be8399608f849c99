interface Page {
  readonly data: readonly unknown[];
  /** With the cursor of the next page, in lists that have cursors; null there on the last one. */
  readonly meta?: { readonly next?: string | null };
}

/** Which page is read. */
type Position = { readonly limit: number } & ({ readonly page: number } | { readonly after: string });

/** What tells an item from the others of its list. */
const identityOf = (item: unknown): unknown => {
  const { id, user } = item as { readonly id?: unknown; readonly user?: { readonly id?: unknown } };
  return id ?? user?.id ?? item;
};

/**
 * Goes through the items of all pages: by cursors, where the list has them, else until a page is not full. Items that an
 * insertion before them moves to the next page are not repeated.
 */
export async function* allPages(
  readPage: (position: Position) => Promise<Page>,
  limit: number,
): AsyncGenerator<unknown, void, undefined> {
  let previous = new Set<unknown>();
  let position: Position = { page: 1, limit };
  for (let page = 2; ; page += 1) {
    const { data, meta } = await readPage(position);
    const present = new Set(data.map(identityOf));
    for (const item of data) if (!previous.has(identityOf(item))) yield item;
    const next = meta?.next;
    if (next === null || (next === undefined && data.length < limit)) return;
    position = next === undefined ? { page, limit } : { after: next, limit };
    previous = present;
  }
}
