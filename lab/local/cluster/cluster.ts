/**
 * PostgreSQL as operators run it, on this machine: three servers under Patroni with a member of etcd each, HAProxy in front of
 * them by what Patroni says each is, and PgBouncer in front of the writer. Needs Debian's postgresql, patroni, etcd-server,
 * haproxy and pgbouncer. With the rights for it each server has a network and a disk of its own.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { startPgbouncer } from '../pgbouncer.ts';
import { newFolder, startServer, untilInterrupted } from '../program.ts';
import { runInNamespaces } from './namespaces.ts';
import { openNetwork } from './network.ts';
import { type Node, openNode } from './node.ts';
import { type ClusterSettings, ports } from './settings.ts';

export interface Cluster {
  readonly nodes: readonly Node[];
  /** The variables of a service on this cluster. */
  readonly variables: Readonly<Record<string, string>>;
  /** Connects to whatever is the writer, as the owner of the database. */
  readonly writerUrl: string;
  /** The same to one of the servers. */
  urlOf(node: Node): string;
  /** The node that says it is the writer; waits for one. */
  writer(): Promise<Node>;
  /** Waits until there is a writer, and so many standbys follow it on its timeline. */
  untilWhole(standbys?: number): Promise<Node>;
  /** Makes a standby the writer, on purpose. */
  switchOver(): Promise<void>;
  stop(): Promise<void>;
}

const configuration = fileURLToPath(new URL('haproxy.cfg', import.meta.url));
const nodeCount = 3;
const pollMs = 100;
const wholeWithinMs = 120_000;
const secret = () => randomBytes(16).toString('hex');

interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
  readonly timeline?: number;
  readonly lag?: number | string;
}

const isFollowing = ({ role, state, timeline, lag }: Member, all: readonly Member[]): boolean =>
  role !== 'leader' &&
  /^(?:running|streaming)$/.test(state) &&
  lag === 0 &&
  timeline === all.find((member) => member.role === 'leader')?.timeline;

const isConfirming = ({ role }: Member): boolean => /^(?:sync|quorum)_standby$/.test(role);

const ask = async (node: Node, path: string, options: RequestInit = {}): Promise<Response | null> =>
  fetch(`http://${node.address}:${ports.patroni}/${path}`, {
    ...options,
    signal: AbortSignal.timeout(2_000),
  }).catch(() => null);

export const startCluster = async ({ isSynchronous = true } = {}): Promise<Cluster> => {
  const network = openNetwork();
  const numbers = Array.from({ length: nodeCount }, (_, index) => index + 1);
  const hosts = [];
  for (const number of numbers) hosts.push(await network.addHost(number));
  const addresses = hosts.map(({ address }) => address);
  const passwords = { superuser: secret(), replication: secret() };
  const settings: ClusterSettings = { addresses, passwords, isSynchronous };
  const folders = numbers.map(() => newFolder('node'));
  const nodes = hosts.map((host, index) => openNode(host, index + 1, folders[index]?.path ?? '', settings));
  for (const node of nodes) node.start();

  const at = (port: number) => `${network.address}:${port}`;
  const writerPort = 5000;
  const standbyPorts = numbers.map((number) => writerPort + number);
  for (const [name, value] of [
    ['WRITER', at(writerPort)],
    ...standbyPorts.map((port, index) => [`STANDBY_${index + 1}`, at(port)] as const),
    ...addresses.map((address, index) => [`NODE_${index + 1}`, address] as const),
  ] as const)
    process.env[name] = value;
  const balancer = await startServer('haproxy', ['-db', '-f', configuration], writerPort, network.address);

  /** What a node knows of the cluster, which may be old; empty when it does not respond. */
  const membersBy = async (node: Node): Promise<readonly Member[]> => {
    const response = await ask(node, 'cluster');
    if (!response?.ok) return [];
    // A machine may stop in the middle of its response.
    const { members } = (await response.json().catch(() => ({ members: [] }))) as { members: Member[] };
    return members;
  };
  const writer = async (): Promise<Node> => {
    for (;;) {
      for (const node of nodes) if ((await ask(node, 'primary'))?.ok) return node;
      await delay(pollMs);
    }
  };
  const untilWhole = async (standbys = nodeCount - 1): Promise<Node> => {
    const until = performance.now() + wholeWithinMs;
    for (;;) {
      const views = await Promise.all(nodes.map(membersBy));
      const leaders = views.map((all) => all.find(({ role }) => role === 'leader')?.name);
      const following = views.map((all) => all.filter((member) => isFollowing(member, all)).length);
      const isSafe = !isSynchronous || views.every((all) => all.some(isConfirming));
      const node = nodes.find(({ name }) => leaders.every((leader) => leader === name));
      if (node && isSafe && Math.min(...following) >= standbys && (await ask(node, 'primary'))?.ok)
        return node;
      if (performance.now() > until)
        throw new Error(`The cluster does not get whole: ${JSON.stringify(views)}`);
      await delay(pollMs);
    }
  };

  const first = await untilWhole();
  const password = secret();
  const superuser = new pg.Client({
    connectionString: `postgresql://postgres:${passwords.superuser}@${first.address}:${ports.postgres}/postgres`,
  });
  await superuser.connect();
  await superuser.query(`create role app login password '${password}' in role pg_monitor, pg_checkpoint`);
  await superuser.query('create database events owner app');
  await superuser.end();
  const urlAt = (host: string) => `postgresql://app:${password}@${host}/events`;
  const writerUrl = urlAt(at(writerPort));
  const pgbouncer = await startPgbouncer(writerUrl, network.address);

  return {
    nodes,
    writerUrl,
    variables: {
      DATABASE_URL: pgbouncer.url,
      DATABASE_POOLER: pgbouncer.pooler,
      DATABASE_DIRECT_URL: writerUrl,
      DATABASE_REPLICA_URLS: standbyPorts.map((port) => urlAt(at(port))).join(','),
    },
    urlOf: ({ address }) => urlAt(`${address}:${ports.postgres}`),
    writer,
    untilWhole,
    switchOver: async () => {
      const leader = await writer();
      const response = await fetch(`http://${leader.address}:${ports.patroni}/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: leader.name }),
      });
      if (!response.ok) throw new Error(`Patroni refused to switch over: ${await response.text()}`);
    },
    stop: async () => {
      await pgbouncer.stop();
      await balancer.stop('SIGTERM');
      for (const node of nodes) await node.stop();
      for (const folder of folders) folder.remove();
      network.close();
    },
  };
};

if (import.meta.main) {
  const self = fileURLToPath(import.meta.url);
  if (process.argv.includes('--in-namespaces')) process.exit(await runInNamespaces(self, []));
  const { variables, stop } = await startCluster();
  await untilInterrupted(
    Object.entries(variables).map(([name, value]) => `${name}=${value}`),
    stop,
  );
}
