import { openPostgres } from '@event-platform/adapters-postgres';
import type { Category } from '@event-platform/domain';
import pg from 'pg';
import { copyRows } from './copy-rows.ts';
import { eventSeries, idOf, userSeries } from './dataset-ids.ts';
import type { DatasetSize } from './dataset-size.ts';
import { eventColumns, eventLines } from './event-rows.ts';
import { interest } from './interest.ts';
import {
  rsvpColumns,
  rsvpLines,
  savedColumns,
  savedLines,
  statsColumns,
  statsLines,
} from './interest-rows.ts';
import { seriesColumns, seriesLines } from './series-rows.ts';
import { userColumns, userLines } from './user-rows.ts';

/** The dataset and its target. */
export interface DatasetToLoad {
  /** An empty database. */
  readonly url: string;
  readonly size: DatasetSize;
  /** The middle of the two years of events. */
  readonly at: Date;
  /** Called with each step. */
  readonly log: (message: string) => void;
}

/** Migrates the schema with the product's own migrations and loads the rows. */
export const loadDataset = async (dataset: DatasetToLoad): Promise<void> => {
  const postgres = await openPostgres({ url: dataset.url });
  const [writer, builder] = [1, 2].map(() => new pg.Client({ connectionString: dataset.url })) as [
    pg.Client,
    pg.Client,
  ];
  try {
    await postgres.migrate();
    await Promise.all([writer.connect(), builder.connect()]);
    // No triggers, and no keys: they hold by the way that the rows are made.
    await writer.query('set session_replication_role = replica');
    // The indexes of a loaded table are built while the next table is loaded.
    let buildingPromise: Promise<unknown> = Promise.resolve();
    await fill(writer, dataset, (table) => {
      buildingPromise = buildingPromise.then(() => builder.query(`reindex table ${table}`));
      buildingPromise.catch(() => undefined);
    });
    dataset.log('indexes');
    await buildingPromise;
    const { rowCount } = await builder.query('select from pg_index where not (indisready and indisvalid)');
    if (rowCount !== 0) throw new Error('An index was not built');
    dataset.log('sweep and vacuum');
    await postgres.sweep(new Date());
    await builder.query('vacuum (analyze)');
    await builder.query('checkpoint');
  } finally {
    await Promise.allSettled([writer.end(), builder.end(), postgres.close()]);
  }
};

const fill = async (
  client: pg.Client,
  dataset: DatasetToLoad,
  filled: (table: string) => void,
): Promise<void> => {
  const { size, at, log } = dataset;
  const eventIds = eventSeries(size.events, at);
  const users = userSeries(size.users, at);
  const copy = async (table: string, columns: readonly string[], lines: Iterable<string>) => {
    log(table);
    await copyRows(client, table, columns, lines);
    filled(table);
  };

  await copy('app_user', userColumns, userLines(size.users, users));

  await copy('event_series', seriesColumns, seriesLines(size.hasSeries ? size.events : 0, users));

  const { rows: categories } = await client.query<Category>('select slug, name from category order by ctid');
  await copy('event', eventColumns, eventLines({ ...size, eventIds, userIds: users, at, categories }));

  const userIds = Array.from({ length: size.users }, (_, number) => idOf(users, number));
  const counts = new Int32Array(size.events * 2);
  const rsvps = interest({ ...size, pairs: size.rsvps, seed: 81 });
  await copy('rsvp', rsvpColumns, rsvpLines({ interest: rsvps, eventIds, userIds, at }, counts));
  await copy('event_stats', statsColumns, statsLines(eventIds, counts));
  const saves = interest({ ...size, pairs: size.saved, seed: 82 });
  await copy('saved', savedColumns, savedLines({ interest: saves, eventIds, userIds, at }));
};
