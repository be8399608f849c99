import type pg from 'pg';

/** How many rows there are. @param from what follows `from` */
export const countOf = async (client: pg.Client, from: string, values: unknown[] = []): Promise<number> =>
  (await client.query<{ count: number }>(`select count(*)::int as count from ${from}`, values)).rows[0]
    ?.count ?? 0;
