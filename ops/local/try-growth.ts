/**
 * Shows what more machines give: one or two services, with the writer alone or with two standbys, each with a share of the
 * processors of its own. Prints responses a second to one public list again and again, to public lists, to lists of
 * signed-in people and to RSVPs. Services and databases warm up without limits: compiling and first reads of a small
 * share would take minutes.
 * Needs what `cluster/cluster.ts` does, and root: node --conditions=@event-platform/source ops/local/try-growth.ts [SIZE]
 */
import { setTimeout as delay } from 'node:timers/promises';
import { datasetSize } from '../../bench/dataset/dataset-size.ts';
import { loadDataset } from '../../bench/dataset/load-dataset.ts';
import { randomFrom } from '../../bench/dataset/random.ts';
import { type ReplicaProcess, startReplica } from '../../packages/service/test/support/replica.ts';
import { cleanUp } from '../../packages/service/test/support/service-process.ts';
import { startCluster } from './cluster/cluster.ts';
import { openProcessorShare, type ProcessorShare } from './processor-share.ts';
import { listPath, rsvps, serviceVariables, signIn } from './trial-requests.ts';

const databaseCores = 0.25;
const serviceCores = 0.15;
const clients = 48;
const warmUpMs = 6_000;
const settlingMs = 2_000;
const measuredMs = 10_000;

const size = datasetSize(process.argv[2] ?? '100k');
const cluster = await startCluster();
const shares: ProcessorShare[] = [];
const share = (name: string, cores: number, pids: readonly number[]) => {
  const opened = openProcessorShare(name, cores);
  opened.add(pids);
  shares.push(opened);
};

type Call = (turn: number, service: ReplicaProcess) => Promise<number>;

const limitAll = (isLimited: boolean) => {
  for (const opened of shares) opened.limit(isLimited);
};

/** Responses a second of all services together, with their shares, after a while without. */
const rateOf = async (services: readonly ReplicaProcess[], call: Call): Promise<number> => {
  limitAll(false);
  const begin = performance.now() + warmUpMs + settlingMs;
  const end = begin + measuredMs;
  const limitedPromise = delay(warmUpMs).then(() => limitAll(true));
  let turn = 0;
  let counted = 0;
  const client = async () => {
    while (performance.now() < end) {
      turn += 1;
      const status = await call(turn, services[turn % services.length] as ReplicaProcess);
      if (status !== 200 && status !== 503) throw new Error(`A request received ${status}`);
      const now = performance.now();
      if (status === 200 && now > begin && now < end) counted += 1;
    }
  };
  await Promise.all([limitedPromise, ...Array.from({ length: clients }, client)]);
  return (counted * 1_000) / measuredMs;
};

const measure = async (services: readonly ReplicaProcess[], tokens: readonly string[], seed: number) => {
  const random = randomFrom(seed);
  const rsvp = await rsvps(services[0] as ReplicaProcess);
  const tokenOf = (turn: number) => tokens[turn % tokens.length];
  const list =
    (isSignedIn: boolean): Call =>
    async (turn, service) => {
      const token = isSignedIn ? tokenOf(turn) : undefined;
      return (await service.call(`GET ${listPath(random, turn)}`, { token })).status;
    };
  return [
    await rateOf(services, async (_turn, service) => (await service.call('GET /v1/events?limit=20')).status),
    await rateOf(services, list(false)),
    await rateOf(services, list(true)),
    await rateOf(services, async (turn, service) => {
      const { target, body } = rsvp(turn);
      return (await service.call(target, { token: tokenOf(turn), body })).status;
    }),
  ];
};

const row = (cells: readonly string[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`);
try {
  const at = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000);
  await loadDataset({ url: cluster.writerUrl, size, at, log: (step) => process.stderr.write(`${step}\n`) });
  const writer = await cluster.untilWhole();
  const { DATABASE_DIRECT_URL: url = '', DATABASE_REPLICA_URLS: all = '' } = cluster.variables;
  const standbyUrls = all.split(',').filter((_, index) => cluster.nodes[index] !== writer);
  const variables = { ...serviceVariables(), DATABASE_URL: url };
  const first = await startReplica(variables);
  const tokens = await signIn(first);
  first.process.kill('SIGTERM');
  await first.process.ended;
  cluster.nodes.forEach((node, index) => {
    share(`database-${index}`, databaseCores, node.processes());
  });

  process.stdout.write(
    `${size.name} events, ${databaseCores} cores a database, ${serviceCores} a service\n\n`,
  );
  row(['services', 'databases', 'one public list/s', 'public lists/s', 'signed-in lists/s', 'RSVPs/s']);
  row(Array.from({ length: 6 }, () => '--:'));
  let seed = 0;
  for (const standbys of [0, 1, 2])
    for (const count of [1, 2]) {
      const urls = standbyUrls.slice(0, standbys);
      const some: Record<string, string> = standbys > 0 ? { DATABASE_REPLICA_URLS: urls.join(',') } : {};
      const services: ReplicaProcess[] = [];
      for (let index = 0; index < count; index += 1) {
        const service = await startReplica({ ...variables, ...some });
        for (let number = 1; number <= standbys; number += 1)
          await service.process.waitFor(new RegExp(`replica ${number} is read`));
        share(`service-${standbys}-${count}-${index}`, serviceCores, [service.process.pid]);
        services.push(service);
      }
      seed += 1;
      const rates = await measure(services, tokens, seed);
      row([`${count}`, `${1 + standbys}`, ...rates.map((rate) => rate.toFixed(0))]);
      for (const service of services) {
        service.process.kill('SIGTERM');
        await service.process.ended;
      }
    }
} finally {
  await cleanUp();
  await cluster.stop();
  // A control group goes once its last process has gone.
  await delay(1_000);
  for (const opened of shares) opened.remove();
}
