/**
 * Looks for a "long fork": two transactions commit at the same time, one reader sees only the first of them and another
 * reader, on another server, only the second. Needs what `cluster/cluster.ts` does:
 * node --conditions=@event-platform/source ops/local/try-long-fork.ts [ROUNDS]
 */
import pg from 'pg';
import { type Cluster, startCluster } from './cluster/cluster.ts';

const rounds = Number(process.argv[2] ?? 3_000);

const connect = async (url: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
};

/** Which of the two rows of a round a server showed, statement by statement, until it showed both. */
const watch = async (client: pg.Client, round: number): Promise<ReadonlySet<string>> => {
  const states = new Set<string>();
  while (!states.has('1,2')) {
    const { rows } = await client.query<{ parts: string | null }>({
      name: 'parts',
      text: "select string_agg(part::text, ',' order by part) as parts from fork where round = $1",
      values: [round],
    });
    states.add(rows[0]?.parts ?? '');
  }
  return states;
};

const lookForForks = async ({ nodes, urlOf, writer }: Cluster): Promise<void> => {
  const primary = await writer();
  const writers = [await connect(urlOf(primary)), await connect(urlOf(primary))] as const;
  await writers[0].query('create table fork (round int, part int, primary key (round, part))');
  const readers = [];
  for (const node of nodes) readers.push({ node, client: await connect(urlOf(node)) });
  for (const { client } of readers)
    while ((await client.query("select to_regclass('fork') as relation")).rows[0]?.relation === null);

  let [forks, partly] = [0, 0];
  for (let round = 0; round < rounds; round += 1) {
    const watching = readers.map(({ client }) => watch(client, round));
    const write = (client: pg.Client, part: number) =>
      client.query({ name: 'write', text: 'insert into fork values ($1, $2)', values: [round, part] });
    await Promise.all([write(writers[0], 1), write(writers[1], 2)]);
    const states = await Promise.all(watching);
    if (states.some((state) => state.has('1') || state.has('2'))) partly += 1;
    if (states.some((state) => state.has('1')) && states.some((state) => state.has('2'))) forks += 1;
    if (states.some((state) => state.has('1') && state.has('2')))
      throw new Error('One server took a row back.');
  }
  process.stdout.write(
    `${rounds} pairs of transactions: in ${partly} a server showed one of them first, in ${forks} two servers showed different ones first\n`,
  );
  for (const client of [...writers, ...readers.map((reader) => reader.client)]) await client.end();
};

const cluster = await startCluster();
try {
  await lookForForks(cluster);
} finally {
  await cluster.stop();
}
