import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readlinkSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { command, hasNamespaces } from './namespaces.ts';

/** A place in the network with an address of its own. */
export interface Host {
  readonly address: string;
  /** What to write before a command so that it runs there. */
  readonly prefix: readonly string[];
  /** Takes the cable out, or puts it back. */
  plug(isConnected: boolean): void;
  /** Loses all packets between this host and another one. */
  separate(other: string, isSeparate: boolean): void;
}

export interface Network {
  /** Where programs listen that belong to no host. */
  readonly address: string;
  addHost(number: number): Promise<Host>;
  close(): void;
}

const bridge = 'hub';
const nobody = '02:00:00:00:00:99';

/** Hosts with a network namespace each, on a bridge in the namespace of this process. */
const bridgedNetwork = (): Network => {
  const address = '10.213.0.1';
  const holders: ChildProcess[] = [];
  const cables: string[] = [];
  command('ip', 'link', 'set', 'lo', 'up');
  command('ip', 'link', 'add', bridge, 'type', 'bridge');
  command('ip', 'address', 'add', `${address}/24`, 'dev', bridge);
  command('ip', 'link', 'set', bridge, 'up');
  const addHost = async (number: number): Promise<Host> => {
    const own = `10.213.0.1${number}`;
    const cable = `cable-${number}`;
    // The namespace lasts as long as this process.
    const holder = spawn('unshare', ['--net', 'sleep', 'infinity'], { stdio: 'ignore' });
    holders.push(holder);
    await once(holder, 'spawn');
    const pid = String(holder.pid);
    const netOf = (of: string) => readlinkSync(`/proc/${of}/ns/net`);
    while (netOf(pid) === netOf('self')) await delay(5);
    const prefix = ['nsenter', `--target=${pid}`, '--net', '--'];
    cables.push(cable);
    const inside = (...args: readonly string[]) =>
      command(prefix[0] as string, ...prefix.slice(1), 'ip', ...args);
    command('ip', 'link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', pid);
    command('ip', 'link', 'set', cable, 'master', bridge, 'up');
    inside('link', 'set', 'lo', 'up');
    inside('address', 'add', `${own}/24`, 'dev', 'eth0');
    inside('link', 'set', 'eth0', 'up');
    return {
      address: own,
      prefix,
      plug: (isConnected) => command('ip', 'link', 'set', cable, isConnected ? 'up' : 'down'),
      separate: (other, isSeparate) =>
        isSeparate
          ? inside('neighbour', 'replace', other, 'lladdr', nobody, 'dev', 'eth0', 'nud', 'permanent')
          : inside('neighbour', 'delete', other, 'dev', 'eth0'),
    };
  };
  const close = () => {
    for (const cable of cables) command('ip', 'link', 'delete', cable);
    command('ip', 'link', 'delete', bridge);
    for (const holder of holders) holder.kill('SIGKILL');
  };
  return { address, addHost, close };
};

/** All hosts share the loopback interface, on addresses of their own: none can be cut off. */
const loopbackNetwork = (): Network => {
  const impossible = () => {
    throw new Error('A host on the loopback interface cannot be cut off.');
  };
  return {
    address: '127.0.0.10',
    addHost: async (number) => ({
      address: `127.0.0.1${number}`,
      prefix: [],
      plug: impossible,
      separate: impossible,
    }),
    close: () => undefined,
  };
};

export const openNetwork = (): Network => (hasNamespaces() ? bridgedNetwork() : loopbackNetwork());
