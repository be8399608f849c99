import { createReadStream, globSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from 'pg';

const chunkBytes = 1 << 20;

/** Reads all tables and indexes from disk once: a server that has run for a while has them in memory. */
export const warmUp = async (pool: Pool): Promise<void> => {
  const { rows } = await pool.query<{ data_directory: string }>('show data_directory');
  const folder = rows[0]?.data_directory ?? '';
  for (const path of globSync('base/*/*', { cwd: folder })) {
    const file = createReadStream(join(folder, path), { highWaterMark: chunkBytes });
    for await (const _ of file);
  }
};
