import type pg from 'pg';
import library from 'pg-boss/package.json' with { type: 'json' };
import { jobSchema } from '../database.ts';

const { schema: version } = library.pgboss;

/** The tables of the mail queue, in a list of migrations. */
export const queueTables = `the tables of the mail queue (pg-boss, version ${version})`;

/** Whether the tables of the mail queue are missing, or of an older version than the library's. */
export const lacksQueueTables = async (client: pg.Client): Promise<boolean> => {
  const { rows: tables } = await client.query(`select to_regclass('${jobSchema}.version') as name`);
  if (tables[0]?.name === null) return true;
  const { rows } = await client.query<{ version: number }>(`select version from ${jobSchema}.version`);
  return Number(rows[0]?.version ?? 0) < version;
};
