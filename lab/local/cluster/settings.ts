/** What all nodes of a cluster share. */
export interface ClusterSettings {
  readonly addresses: readonly string[];
  readonly passwords: { readonly superuser: string; readonly replication: string };
  /** Whether a commit waits for a standby. */
  readonly isSynchronous: boolean;
}

/** A node, counted from 1. */
export interface NodePlace {
  readonly number: number;
  readonly address: string;
  readonly folder: string;
  readonly programs: string;
}

/** A Patroni that was unpacked from a newer package, which commits by quorum; unset for the one that is installed. */
export const unpackedPatroni = process.env.PATRONI_FOLDER;

export const ports = { postgres: 5432, patroni: 8008, etcd: 2379, etcdPeers: 2380 } as const;
export const nodeName = (number: number): string => `node-${number}`;

const peerUrl = (address: string) => `http://${address}:${ports.etcdPeers}`;

/** Arguments of etcd: elections that a busy machine does not cause by itself. */
export const etcdArguments = (
  { addresses }: ClusterSettings,
  { number, address, folder }: NodePlace,
): readonly string[] => [
  `--name=${nodeName(number)}`,
  `--data-dir=${folder}/etcd`,
  `--listen-peer-urls=${peerUrl(address)}`,
  `--initial-advertise-peer-urls=${peerUrl(address)}`,
  `--listen-client-urls=http://${address}:${ports.etcd}`,
  `--advertise-client-urls=http://${address}:${ports.etcd}`,
  `--initial-cluster=${addresses.map((at, index) => `${nodeName(index + 1)}=${peerUrl(at)}`).join(',')}`,
  '--initial-cluster-state=new',
  '--enable-v2',
  '--heartbeat-interval=250',
  '--election-timeout=2500',
  '--log-level=error',
];

/** A lost host is noticed after `ttl` at the latest; Patroni takes no less than 20 seconds. */
const timing = { ttl: 20, loop_wait: 2, retry_timeout: 6 } as const;

/** The settings of Patroni, which reads JSON as YAML. */
export const patroniSettings = (settings: ClusterSettings, place: NodePlace) => {
  const { addresses, passwords, isSynchronous } = settings;
  const { number, address, folder, programs } = place;
  return {
    scope: 'events',
    name: nodeName(number),
    restapi: { listen: `${address}:${ports.patroni}`, connect_address: `${address}:${ports.patroni}` },
    // By the second version of etcd's interface: by the third, Patroni before 3.0.3 takes the leader's key back from the next
    // one after it was frozen, and what that one had confirmed is lost. Its own member first: a host that is cut off finds out.
    etcd: {
      hosts: [address, ...addresses.filter((other) => other !== address)].map((at) => `${at}:${ports.etcd}`),
    },
    bootstrap: {
      dcs: {
        ...timing,
        maximum_lag_on_failover: 1_048_576,
        // A writer that crashed is replaced, not awaited.
        primary_start_timeout: 0,
        synchronous_mode: isSynchronous && unpackedPatroni ? 'quorum' : isSynchronous,
        postgresql: {
          use_pg_rewind: true,
          use_slots: true,
          parameters: {
            max_connections: 100,
            shared_buffers: '64MB',
            wal_log_hints: 'on',
            hot_standby: 'on',
            max_wal_senders: 8,
            max_replication_slots: 8,
            min_wal_size: '8MB',
            max_wal_size: '96MB',
            wal_keep_size: '64MB',
            max_slot_wal_keep_size: '128MB',
            max_standby_streaming_delay: '4s',
            wal_sender_timeout: '5s',
            wal_receiver_timeout: '5s',
          },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums', { 'wal-segsize': '1' }],
    },
    postgresql: {
      listen: `${address}:${ports.postgres}`,
      connect_address: `${address}:${ports.postgres}`,
      data_dir: `${folder}/data`,
      bin_dir: programs,
      pgpass: `${folder}/pgpass`,
      authentication: {
        superuser: { username: 'postgres', password: passwords.superuser },
        replication: { username: 'replication', password: passwords.replication },
        rewind: { username: 'postgres', password: passwords.superuser },
      },
      parameters: { unix_socket_directories: folder, logging_collector: 'off' },
      pg_hba: [
        'local all all trust',
        'host all all all scram-sha-256',
        'host replication all all scram-sha-256',
      ],
      remove_data_directory_on_diverged_timelines: true,
      remove_data_directory_on_rewind_failure: true,
    },
    watchdog: { mode: 'off' },
  };
};
