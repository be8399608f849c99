import type { Pool } from 'pg';

/** Reads all tables and indexes into the server's memory, as in a server that has run for a while. */
export const warmUp = async (pool: Pool): Promise<void> => {
  await pool.query('create extension if not exists pg_prewarm');
  await pool.query(`select pg_prewarm(oid) from pg_class
    where relkind in ('r', 'i', 't') and relnamespace in ('public'::regnamespace, 'pg_toast'::regnamespace)`);
};
