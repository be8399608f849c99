import { totalmem } from 'node:os';

const megabyte = 2 ** 20;
/** A quarter of the machine's memory, as the manual advises: what the kernel keeps beside may be gone when it is needed. */
const sharedBuffers = `${Math.floor(totalmem() / 4 / megabyte)}MB`;

/** The same memory for whoever is measured; flushed to disk as in earnest. */
export const measuring: Readonly<Record<string, string>> = {
  shared_buffers: sharedBuffers,
  effective_cache_size: '4GB',
  work_mem: '16MB',
  maintenance_work_mem: '256MB',
  max_wal_size: '4GB',
  max_connections: '200',
};

/** New tables need no log: they are flushed when they are full. */
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
