/**
 * Measures what standbys take off the writer: the processor time of its PostgreSQL for a thousand public and a thousand
 * signed-in lists and for RSVPs, of a service without standbys and of one with two, on the same cluster under Patroni.
 * Needs what `cluster/cluster.ts` does: node --conditions=@event-platform/source ops/local/try-standbys.ts [SIZE [CLIENTS]]
 */
import { setTimeout as delay } from 'node:timers/promises';
import { datasetSize } from '../../bench/dataset/dataset-size.ts';
import { loadDataset } from '../../bench/dataset/load-dataset.ts';
import { randomFrom } from '../../bench/dataset/random.ts';
import { type Replica, startReplica } from '../../packages/service/test/support/replica.ts';
import { cleanUp } from '../../packages/service/test/support/service-process.ts';
import { startCluster } from './cluster/cluster.ts';
import { listPath, rsvps, serviceVariables, signIn } from './trial-requests.ts';

const requests = 1_000;
/** An RSVP costs little: as many times more are sent. */
const rsvpRounds = 8;
const clients = Number(process.argv[3] ?? 4);

const size = datasetSize(process.argv[2] ?? '100k');
const cluster = await startCluster();
const writer = await cluster.writer();
const standbys = cluster.nodes.filter((node) => node !== writer);

interface Cost {
  readonly writer: number;
  readonly standbys: number;
}

const share = ({ writer, standbys }: Cost, rounds: number): Cost => ({
  writer: writer / rounds,
  standbys: standbys / rounds,
});

/** Seconds of processor time while so many calls are made. */
const costOf = async (count: number, call: (turn: number) => Promise<number>): Promise<Cost> => {
  const standbySeconds = () => standbys.reduce((sum, node) => sum + node.processorSeconds(), 0);
  const before = [writer.processorSeconds(), standbySeconds()] as const;
  let next = 0;
  const client = async () => {
    while (next < count) {
      const turn = next;
      next += 1;
      const status = await call(turn);
      if (status !== 200) throw new Error(`A request received ${status}`);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return { writer: writer.processorSeconds() - before[0], standbys: standbySeconds() - before[1] };
};

const measure = async (service: Replica, tokens: readonly string[], seed: number) => {
  const random = randomFrom(seed);
  const list = async (turn: number, token?: string) =>
    (await service.call(`GET ${listPath(random, turn)}`, { token })).status;
  const request = await rsvps(service);
  const rsvp = async (turn: number) => {
    const { target, body } = request(turn);
    return (await service.call(target, { token: tokens[turn % tokens.length], body })).status;
  };
  await costOf(300, (turn) => list(turn, tokens[turn % tokens.length]));
  // Own writes are read from the writer until standbys have replayed them; this is not what is measured.
  await delay(1_000);
  return {
    'public lists': await costOf(requests, (turn) => list(turn)),
    'signed-in lists': await costOf(requests, (turn) => list(turn, tokens[turn % tokens.length])),
    RSVPs: share(await costOf(requests * rsvpRounds, rsvp), rsvpRounds),
  };
};

try {
  const at = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000);
  await loadDataset({ url: cluster.writerUrl, size, at, log: (step) => process.stderr.write(`${step}\n`) });
  await cluster.untilWhole();
  const { DATABASE_DIRECT_URL: url = '', DATABASE_REPLICA_URLS: all = '' } = cluster.variables;
  const urls = all.split(',').filter((_, index) => cluster.nodes[index] !== writer);
  const variables = {
    ...serviceVariables(),
    DATABASE_URL: url,
  };
  const without = await startReplica(variables);
  const tokens = await signIn(without);
  const alone = await measure(without, tokens, 1);
  without.process.kill('SIGTERM');
  await without.process.ended;
  const spread = await startReplica({ ...variables, DATABASE_REPLICA_URLS: urls.join(',') });
  await Promise.all(
    urls.map((_, index) => spread.process.waitFor(new RegExp(`replica ${index + 1} is read`))),
  );
  const beside = await measure(spread, tokens, 2);
  spread.process.kill('SIGTERM');
  await spread.process.ended;

  const ms = (seconds: number) => `${Math.round(seconds * 1_000)} ms`;
  const row = (cells: readonly string[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`);
  process.stdout.write(`${size.name} events, processor time of PostgreSQL\n\n`);
  row([`${requests}`, 'writer alone', 'writer with two standbys', 'share', 'both standbys']);
  row(['---', '--:', '--:', '--:', '--:']);
  for (const [what, before] of Object.entries(alone)) {
    const after = beside[what as keyof typeof beside];
    const share = `${((100 * after.writer) / before.writer).toFixed(1)} %`;
    row([what, ms(before.writer), ms(after.writer), share, ms(after.standbys)]);
  }
} finally {
  await cleanUp();
  await cluster.stop();
}
