import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { Load } from '../report/interleaved-rounds.ts';
import type { DatasetBench } from './dataset-bench.ts';
import { pgbenchLoad, type Script } from './pgbench.ts';

/** A PostgreSQL with PostGIS that contains the live public events. */
export interface Postgis {
  /** A page and its exact total around the places. */
  pageAndTotal(
    places: readonly { readonly lat: number; readonly lng: number }[],
    clients: number,
    seconds: number,
  ): Load | null;
  close(): Promise<void>;
}

const programs = '/usr/lib/postgresql/15/bin';
const extension = '/usr/share/postgresql/15/extension/postgis.control';
const columns = `id, title, description, cover_url, start_at, end_at, address, lat, lng, category, price_minor, capacity`;

/** PostgreSQL refuses to run as root. */
const asPostgres = (...words: readonly string[]): string =>
  execFileSync('runuser', ['-u', 'postgres', '--', ...words], {
    cwd: '/',
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();

/** Starts PostGIS with a copy of the dataset; null where it is not installed or cannot be started. */
export const openPostgis = async (bench: DatasetBench): Promise<Postgis | null> => {
  if (process.getuid?.() !== 0 || !existsSync(extension)) return null;
  const folder = asPostgres('mktemp', '-d');
  const stop = () => {
    asPostgres(`${programs}/pg_ctl`, '-D', `${folder}/cluster`, '-m', 'immediate', 'stop');
    asPostgres('rm', '-rf', folder);
  };
  asPostgres(`${programs}/initdb`, '-D', `${folder}/cluster`, '-A', 'trust', '-E', 'UTF8', '--locale=C');
  const settings = `-k ${folder} -c listen_addresses= -c shared_buffers=1GB -c work_mem=16MB -c jit=off -c random_page_cost=1.1`;
  asPostgres(
    `${programs}/pg_ctl`,
    '-D',
    `${folder}/cluster`,
    '-l',
    `${folder}/log`,
    '-o',
    settings,
    '-w',
    'start',
  );
  process.once('exit', stop);
  const url = `postgresql://postgres@${encodeURIComponent(folder)}:5432/postgres`;
  const close = async () => {
    process.off('exit', stop);
    stop();
  };
  try {
    await copyEvents(bench, url);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    pageAndTotal: (places, clients, seconds) =>
      pgbenchLoad({ url, scripts: places.map(scriptFor), clients, seconds }),
    close,
  };
};

const copyEvents = async ({ server }: DatasetBench, url: string): Promise<void> => {
  const [source, target] = [server.url, url].map(
    (connectionString) => new pg.Client({ connectionString }),
  ) as [pg.Client, pg.Client];
  try {
    await Promise.all([source.connect(), target.connect()]);
    await target.query('create extension postgis');
    await target.query(`create table event (
      id uuid primary key, title text, description text, cover_url text, start_at timestamptz, end_at timestamptz,
      address text, lat float8, lng float8, category text, price_minor int, capacity int,
      place geography(Point, 4326) generated always as (st_setsrid(st_makepoint(lng, lat), 4326)::geography) stored
    )`);
    const live = `select ${columns} from event where visibility = 'public' and status = 'scheduled' and end_at > now()`;
    await pipeline(
      source.query(copyTo(`copy (${live}) to stdout`)),
      target.query(copyFrom(`copy event (${columns}) from stdin`)),
    );
    await target.query('create index on event using gist (place)');
    await target.query('create index on event (start_at, id)');
    await target.query('vacuum (analyze)');
  } finally {
    await Promise.allSettled([source.end(), target.end()]);
  }
};

const scriptFor = ({ lat, lng }: { readonly lat: number; readonly lng: number }): Script => {
  const within = `st_dwithin(place, st_setsrid(st_makepoint(${lng}, ${lat}), 4326)::geography, 50000) and end_at > now()`;
  const page = `select ${columns} from event where ${within} order by start_at, id limit 20;`;
  return { text: `${page}\nselect count(*) from event where ${within};\n`, variables: new Map() };
};
