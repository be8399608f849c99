import { type EventId, type EventRecord, searchDocument } from '@event-platform/domain';
import { randomFrom } from '../../dataset/random.ts';
import { anyEvent } from '../../support/load/random-picks.ts';
import { runAll } from '../../support/load/reading.ts';
import { baselineLine } from '../../support/report/finding.ts';
import type { Load } from '../../support/report/interleaved-rounds.ts';
import { medianOf } from '../../support/report/measured.ts';
import type { DatasetScenario } from '../../support/report/scenario.ts';
import type { DatasetBench } from '../../support/servers/dataset-bench.ts';
import { pgbenchLoad, type Script, scriptOf } from '../../support/servers/pgbench.ts';
import { recordStatements } from '../../support/servers/recorded-statements.ts';

const clients = 8;
/** Each has a script of its own, and pgbench takes at most 128. */
const events = 100;
/** A price and a sequence that no other recorded value equals. */
const [recordedPrice, recordedSequence] = [700_000_001, 900_000_001];

interface Listed {
  readonly id: EventId;
  readonly sequence: number;
  readonly price_minor: number;
  readonly updated_at: Date;
}

/** Listed events, whose changes are logged. */
export const anyListed = async (bench: DatasetBench): Promise<readonly Listed[]> => {
  const random = randomFrom(12);
  const pick = anyEvent(bench);
  const { rows } = await bench.bare.query<Listed>(
    `select id, sequence, price_minor, updated_at from event
    where id = any($1::uuid[]) and is_live and status = 'scheduled' and visibility = 'public' limit ${events}`,
    [Array.from({ length: events * 4 }, () => pick(random))],
  );
  return rows;
};

export const restore = async ({ bare }: DatasetBench, changed: readonly Listed[]): Promise<void> => {
  for (const { id, sequence, price_minor, updated_at } of changed)
    await bare.query('update event set sequence = $2, price_minor = $3, updated_at = $4 where id = $1', [
      id,
      sequence,
      price_minor,
      updated_at,
    ]);
};

/** What an organizer's change of the price sends, as one transaction: all fields of the event, as the use case does. */
export const changeOf = async ({ dependencies, bare }: DatasetBench, id: EventId): Promise<Script> => {
  const { stores, clock } = dependencies;
  await bare.query('update event set sequence = $2 where id = $1', [id, recordedSequence]);
  const record = (await stores.events.find(id)) as EventRecord;
  const {
    id: _,
    organizerId,
    status,
    sequence,
    sourceKey,
    createdAt,
    updatedAt,
    takenDown,
    series,
    ...fields
  } = record;
  const category = await stores.categories.find(record.category);
  if (!category) throw new Error(`There is no category ${record.category}`);
  const statements = await recordStatements(async () => {
    const changes = { ...fields, priceMinor: recordedPrice };
    const document = searchDocument(changes, category);
    if (!(await stores.events.change(id, sequence, changes, document, clock.now())))
      throw new Error(`Event ${id} was not changed`);
  });
  const current = `(select sequence from event where id = '${id}')`;
  const varying = new Map<unknown, string>([
    [recordedPrice, ':price'],
    [recordedSequence, current],
    [recordedSequence + 1, `${current} + 1`],
  ]);
  return scriptOf(statements, varying, ['\\set price random(1, 100000)']);
};

/** The load while changes of events are not logged. Indexes are out of date until the events are restored. */
const withoutLog = ({ bare }: DatasetBench, load: Load): Load => ({
  what: `${load.what}, without the log of changes`,
  run: async () => {
    await bare.query('alter table event disable trigger event_changed_changes');
    try {
      return await load.run();
    } finally {
      await bare.query('alter table event enable trigger event_changed_changes');
    }
  },
});

const measure: DatasetScenario['measure'] = async (bench) => {
  const events = await anyListed(bench);
  try {
    const scripts: Script[] = [];
    for (const { id } of events) scripts.push(await changeOf(bench, id));
    const seconds = bench.scale.datasetSeconds;
    const logged = pgbenchLoad({ url: bench.server.url, scripts, clients, seconds });
    const what = `an organizer's change of an event through pgbench, ${clients} clients`;
    const loads = { logged, unlogged: logged && withoutLog(bench, { ...logged, what }) };
    const runs = await runAll(bench, loads);
    const measured = runs.logged && medianOf(runs.logged);
    return [
      {
        rows: bench.rows,
        lines: [
          { what, measured },
          baselineLine(loads.unlogged?.what ?? 'without the log', runs.logged ?? [], runs.unlogged),
        ],
      },
    ];
  } finally {
    await restore(bench, events);
  }
};

export const eventChange: DatasetScenario = {
  name: 'event-change',
  about:
    'Changes of listed events as an organizer makes them, with and without the trigger of the log that indexes of listings follow. `--against` changes nothing here: both commits use one schema.',
  measure,
};
