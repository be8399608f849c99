interface Page {
  readonly data: readonly unknown[];
}

/** What tells an item from the others of its list. */
const identityOf = (item: unknown): unknown => {
  const { id, user } = item as { readonly id?: unknown; readonly user?: { readonly id?: unknown } };
  return id ?? user?.id ?? item;
};

/**
 * Goes through the items of all pages until one is not full. Items that an insertion before them moves to the next
 * page are not repeated.
 */
export async function* allPages(
  readPage: (page: { readonly page: number; readonly limit: number }) => Promise<Page>,
  limit: number,
): AsyncGenerator<unknown, void, undefined> {
  let previous = new Set<unknown>();
  for (let page = 1; ; page += 1) {
    const { data } = await readPage({ page, limit });
    const present = new Set(data.map(identityOf));
    for (const item of data) if (!previous.has(identityOf(item))) yield item;
    if (data.length < limit) return;
    previous = present;
  }
}
