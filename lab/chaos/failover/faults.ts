import type { Cluster } from '../../local/cluster/cluster.ts';
import { hasNamespaces } from '../../local/cluster/namespaces.ts';
import type { Node } from '../../local/cluster/node.ts';

/** What happens to the writer, and how it is undone. */
export interface Fault {
  readonly name: string;
  readonly what: string;
  /** Time to the first write at most, in milliseconds. */
  readonly withinMs: number;
  /** Whether the host needs a network or a disk of its own. */
  readonly needsNamespaces?: true;
  readonly inject: (writer: Node, cluster: Cluster) => void | Promise<void>;
  readonly heal: (writer: Node, cluster: Cluster) => void;
}

const processDeathMs = 15_000;
/** Patroni takes no `ttl` below 20 seconds. */
const hostLossMs = 35_000;
/** Until a disk that fills up ends the server. */
const fullDiskMs = 60_000;

const others = (writer: Node, { nodes }: Cluster) => nodes.filter((node) => node !== writer);

export const faults: readonly Fault[] = [
  {
    name: 'switch-over',
    what: 'switch-over on purpose',
    withinMs: processDeathMs,
    inject: (_writer, cluster) => cluster.switchOver(),
    heal: () => undefined,
  },
  {
    name: 'kill',
    what: 'PostgreSQL of the writer killed',
    withinMs: processDeathMs,
    inject: (writer) => writer.signal('postgres', 'SIGKILL'),
    heal: () => undefined,
  },
  {
    name: 'freeze',
    what: 'PostgreSQL of the writer frozen, then thawed',
    withinMs: hostLossMs,
    inject: (writer) => writer.signal('postgres', 'SIGSTOP'),
    heal: (writer) => writer.signal('postgres', 'SIGCONT'),
  },
  {
    name: 'freeze-machine',
    what: 'the whole machine frozen, then thawed',
    withinMs: hostLossMs,
    inject: (writer) => writer.signal('machine', 'SIGSTOP'),
    heal: (writer) => writer.signal('machine', 'SIGCONT'),
  },
  {
    name: 'lose-machine',
    what: 'all processes of the machine killed, then started',
    withinMs: hostLossMs,
    inject: (writer) => writer.signal('machine', 'SIGKILL'),
    heal: (writer) => writer.start(),
  },
  {
    name: 'unplug',
    what: 'the machine cut off from everything',
    withinMs: hostLossMs,
    needsNamespaces: true,
    inject: (writer) => writer.plug(false),
    heal: (writer) => writer.plug(true),
  },
  {
    name: 'separate',
    what: 'the machine cut off from the other servers alone',
    withinMs: hostLossMs,
    needsNamespaces: true,
    inject: (writer, cluster) => {
      for (const { address } of others(writer, cluster)) writer.separate(address, true);
    },
    heal: (writer, cluster) => {
      for (const { address } of others(writer, cluster)) writer.separate(address, false);
    },
  },
  {
    name: 'fill-disk',
    what: 'the disk of the writer full',
    withinMs: fullDiskMs,
    needsNamespaces: true,
    inject: (writer) => writer.fillDisk(),
    heal: (writer) => writer.freeDisk(),
  },
];

/** Why a fault cannot be tried here; null when it can. */
export const obstacle = ({ needsNamespaces }: Fault): string | null =>
  needsNamespaces && !hasNamespaces() ? 'network namespaces and mounts are not allowed here' : null;
