/** The server's command line: no network, a private socket, modest memory, unless `changes` says otherwise. */
export const serverSettings = (
  socketDir: string,
  port: number,
  durable: boolean,
  changes: Readonly<Record<string, string>>,
): string[] => {
  const settings: Record<string, string> = {
    listen_addresses: '',
    port: String(port),
    unix_socket_directories: socketDir,
    unix_socket_permissions: '0700',
    max_connections: '100',
    shared_buffers: '128MB',
    // Solid-state disks read anywhere at nearly the same price.
    random_page_cost: '1.1',
    // Compiling takes longer than the short queries of a web service.
    jit: 'off',
    max_wal_size: '512MB',
    checkpoint_timeout: '10min',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'warning',
    // Statements hold phone numbers and tokens, which must not reach a log.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_line_prefix: '%m [%p] ',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
    ...changes,
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
};
