// What each plan of lists and searches gains in its own case:
// npm run ablation -- [CASE...] [--dataset 1m | --url postgresql://…] [--rounds 5]

import { parseArgs } from 'node:util';
import { Kysely, PostgresDialect } from 'kysely';
import { statementRunner } from '../packages/adapters-postgres/src/accelerators/page-memory/statements/statement-registry.ts';
import { openPool } from '../packages/adapters-postgres/src/connection/connection-pool.ts';
import { bulkTimeouts } from '../packages/adapters-postgres/src/connection/timeouts.ts';
import type { Database, Rows } from '../packages/adapters-postgres/src/database.ts';
import type { DiscoveryQuery } from '../packages/adapters-postgres/src/discovery/find-page.ts';
import { type AblationCase, type Alternative, cases } from './ablation/cases.ts';
import { datasetSize } from './dataset/dataset-size.ts';
import { openDataset } from './dataset/open-dataset.ts';
import { randomFrom } from './dataset/random.ts';
import { median } from './support/report/measured.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    dataset: { type: 'string', default: '1m' },
    /** A served dataset that is migrated, instead. */
    url: { type: 'string' },
    rounds: { type: 'string', default: '5' },
  },
});
const rounds = Number(values.rounds);
const log = (message: string) => process.stderr.write(`${message}\n`);

/** Answers the query by these plans. @returns milliseconds */
const time = async (db: Database, { plans }: Alternative, query: DiscoveryQuery): Promise<number> => {
  const run = statementRunner(db);
  const began = performance.now();
  for (const plan of plans(query)) await run(query, plan);
  return performance.now() - began;
};

/** The median of a round's queries, the same ones for every alternative. */
const runRound = async (db: Database, one: AblationCase, alternative: Alternative, round: number) => {
  const random = randomFrom(round + 1);
  const times: number[] = [];
  for (let count = 0; count < (one.queries ?? 40); count += 1)
    times.push(await time(db, alternative, one.next(random)));
  return median(times);
};

/** Interleaved rounds, each beginning with another alternative; the first one only warms up. */
const measure = async (db: Database, one: AblationCase): Promise<void> => {
  const alternatives = [one.chosen, ...one.without];
  const runs = alternatives.map((): number[] => []);
  for (let round = 0; round <= rounds; round += 1)
    for (let turn = 0; turn < alternatives.length; turn += 1) {
      const index = (turn + round) % alternatives.length;
      const found = await runRound(db, one, alternatives[index] as Alternative, round);
      if (round > 0) runs[index]?.push(found);
    }
  const [chosen = []] = runs;
  for (const [index, { what }] of alternatives.entries()) {
    const own = runs[index] ?? [];
    const ratio = median(own.map((ms, round) => ms / (chosen[round] as number)));
    const compared = index === 0 ? '' : `${ratio.toFixed(2)} ×`;
    process.stdout.write(
      `| ${index === 0 ? one.name : ''} | ${what} | ${median(own).toFixed(2)} | ${compared} |\n`,
    );
  }
};

const dataset = values.url === undefined ? await openDataset(datasetSize(values.dataset), log) : null;
const pool = openPool({ url: values.url ?? dataset?.server.url ?? '', size: 1, timeouts: bulkTimeouts });
const db = new Kysely<Rows>({ dialect: new PostgresDialect({ pool }) });
try {
  process.stdout.write('| case | plans | ms | takes |\n|---|---|--:|--:|\n');
  for (const one of cases)
    if (positionals.length === 0 || positionals.some((name) => one.name.includes(name)))
      await measure(db, one);
} finally {
  await db.destroy();
  await dataset?.server.stop();
}
