/**
 * Measures what standbys take off the writer: the processor time of its PostgreSQL for a thousand public and a thousand
 * signed-in lists and for RSVPs, of a service without standbys and of one with two, on the same cluster under Patroni.
 * Needs what `cluster/cluster.ts` does: node --conditions=@event-platform/source ops/local/try-standbys.ts [SIZE]
 */
import { setTimeout as delay } from 'node:timers/promises';
import { datasetSize } from '../../bench/dataset/dataset-size.ts';
import { loadDataset } from '../../bench/dataset/load-dataset.ts';
import { type Random, randomFrom } from '../../bench/dataset/random.ts';
import { pickWord, vocabulary } from '../../bench/dataset/words.ts';
import { placeInWholeCity } from '../../bench/support/load/densest-city.ts';
import { type Replica, replicaVariables, startReplica } from '../../packages/service/test/support/replica.ts';
import { cleanUp } from '../../packages/service/test/support/service-process.ts';
import { startCluster } from './cluster/cluster.ts';

const requests = 1_000;
const people = 20;
const clients = 4;
const code = '1234';
const phones = Array.from({ length: people }, (_, index) => `+1555${1_000_000 + index}`);

const size = datasetSize(process.argv[2] ?? '100k');
const cluster = await startCluster();
const writer = await cluster.writer();
const standbys = cluster.nodes.filter((node) => node !== writer);

/** Lists as apps ask for them: near a new place, by category, and searches for words by Zipf. */
const listPath = (random: Random, turn: number): string => {
  const { lat, lng } = placeInWholeCity(random);
  const categories = ['music', 'tech', 'food'];
  return [
    `/v1/events?lat=${lat}&lng=${lng}&radius=50&limit=20`,
    `/v1/events?category=${categories[turn % 3]}&page=${1 + Math.floor(random.next() * 20)}&limit=20`,
    `/v1/events/search?q=${encodeURIComponent(vocabulary[pickWord(random)] ?? '')}&limit=20`,
  ][turn % 3] as string;
};

interface Cost {
  readonly writer: number;
  readonly standbys: number;
}

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

const signIn = async (service: Replica): Promise<readonly string[]> => {
  const tokens: string[] = [];
  for (const phone of phones) {
    await service.call('POST /v1/auth/otp/start', { body: { phone } });
    const { status, body } = await service.call('POST /v1/auth/otp/check', { body: { phone, code } });
    if (status !== 200) throw new Error(`A sign-in received ${status} ${JSON.stringify(body)}`);
    tokens.push(body.accessToken);
  }
  return tokens;
};

const measure = async (service: Replica, tokens: readonly string[], seed: number) => {
  const random = randomFrom(seed);
  const list = async (turn: number, token?: string) =>
    (await service.call(`GET ${listPath(random, turn)}`, { token })).status;
  const { body } = await service.call('GET /v1/events?limit=50');
  const events: readonly { id: string }[] = body.data;
  const statuses = ['going', 'interested'];
  const rsvp = async (turn: number) => {
    const target = `POST /v1/events/${events[turn % events.length]?.id}/rsvp`;
    const status = statuses[Math.floor(turn / people) % 2];
    return (await service.call(target, { token: tokens[turn % people], body: { status } })).status;
  };
  await costOf(300, (turn) => list(turn, tokens[turn % people]));
  // Own writes are read from the writer until standbys have replayed them; this is not what is measured.
  await delay(1_000);
  return {
    'public lists': await costOf(requests, (turn) => list(turn)),
    'signed-in lists': await costOf(requests, (turn) => list(turn, tokens[turn % people])),
    RSVPs: await costOf(requests, rsvp),
  };
};

try {
  const at = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000);
  await loadDataset({ url: cluster.writerUrl, size, at, log: (step) => process.stderr.write(`${step}\n`) });
  await cluster.untilWhole();
  const { DATABASE_DIRECT_URL: url = '', DATABASE_REPLICA_URLS: all = '' } = cluster.variables;
  const urls = all.split(',').filter((_, index) => cluster.nodes[index] !== writer);
  const variables = {
    ...replicaVariables(),
    DATABASE_URL: url,
    LOG_LEVEL: 'warn',
    RATE_LIMIT: '1000000',
    TEST_PHONES: `${phones.map((phone) => `${phone}=${code}`).join(',')};until=2999-01-01`,
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
