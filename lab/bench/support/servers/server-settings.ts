import { totalmem } from 'node:os';

const megabyte = 2 ** 20;
/** A quarter of the memory of the machine, as the manual advises, because the kernel may evict its own cache. */
const sharedBuffers = `${Math.floor(totalmem() / 4 / megabyte)}MB`;

/** The same memory settings for all loads; writes are flushed to disk as in production. */
export const measuring: Readonly<Record<string, string>> = {
  shared_buffers: sharedBuffers,
  effective_cache_size: '4GB',
  work_mem: '16MB',
  maintenance_work_mem: '256MB',
  max_wal_size: '4GB',
  max_connections: '200',
};

/** New tables need no write-ahead log: they are flushed after loading. */
export const loading: Readonly<Record<string, string>> = {
  ...measuring,
  shared_buffers: '1GB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '16GB',
  checkpoint_timeout: '1h',
  autovacuum: 'off',
  maintenance_work_mem: '1GB',
  max_parallel_maintenance_workers: '2',
};
