import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@event-platform/adapters-postgres';
import { loading, measuring } from '../support/servers/server-settings.ts';
import type { DatasetSize } from './dataset-size.ts';
import { loadDataset } from './load-dataset.ts';

/** A running server with a dataset. */
export interface Dataset {
  readonly size: DatasetSize;
  readonly server: EmbeddedPostgres;
  /** The middle of the two years of events. */
  readonly at: Date;
  /** How long loading took, in this run or an earlier one. */
  readonly loadSeconds: number;
}

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** The files that determine the content of a dataset. */
const sources = [
  'lab/bench/dataset/*.ts',
  'packages/adapters-postgres/{migrations/*.ts,schema/*.sql}',
  'packages/adapters-postgres/src/{sweep,search/tsquery}.ts',
  'packages/domain/src/search/*.ts',
];
/** The share of ended events grows by the day. */
const keptForDays = 7;
const dayMs = 86_400_000;
const hourMs = 3_600_000;

const hashOfSources = (): string => {
  const hash = createHash('sha256');
  for (const path of globSync(sources, { cwd: root }).sort())
    hash.update(basename(path)).update(readFileSync(join(root, path)));
  return hash.digest('hex').slice(0, 12);
};

/** Written to the folder of a dataset when it is complete. */
interface Note {
  readonly at: string;
  readonly loadSeconds: number;
}

const readNote = (folder: string): Note | undefined => {
  const path = join(folder, 'loaded.json');
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Note) : undefined;
};

/** Removes earlier datasets of this size. */
const removeOutdated = (datasets: string, size: DatasetSize, currentName: string): void => {
  // Those of `10k-series` are none of `10k`.
  for (const name of readdirSync(datasets))
    if (name.replace(/-[0-9a-f]{12}$/, '') === size.name && name !== currentName)
      rmSync(join(datasets, name), { recursive: true, force: true });
};

/**
 * Starts the server of the dataset of this size. The dataset is generated the first time, and again when the generator or
 * the schema has changed or the dataset is a week old.
 */
export const openDataset = async (size: DatasetSize, log: (message: string) => void): Promise<Dataset> => {
  const datasets = join(root, 'lab/bench/.data');
  mkdirSync(datasets, { recursive: true });
  const name = `${size.name}-${hashOfSources()}`;
  const folder = join(datasets, name);
  removeOutdated(datasets, size, name);
  const dataDir = join(folder, 'postgres');
  let note = readNote(folder);
  if (!note || Date.now() - Date.parse(note.at) > keptForDays * dayMs) {
    rmSync(folder, { recursive: true, force: true });
    note = await load(dataDir, size, log);
    writeFileSync(join(folder, 'loaded.json'), JSON.stringify(note));
  }
  const server = await startEmbeddedPostgres({ dataDir, settings: measuring });
  return { size, server, at: new Date(note.at), loadSeconds: note.loadSeconds };
};

const load = async (dataDir: string, size: DatasetSize, log: (message: string) => void): Promise<Note> => {
  const began = performance.now();
  const seconds = () => (performance.now() - began) / 1000;
  const logStep = (message: string) => log(`${size.name} ${seconds().toFixed(1).padStart(6)} s  ${message}`);
  const at = new Date(Math.floor(Date.now() / hourMs) * hourMs);
  const server = await startEmbeddedPostgres({ dataDir, settings: loading });
  try {
    await loadDataset({ url: server.url, size, at, log: logStep });
  } finally {
    await server.stop();
  }
  logStep('loaded');
  return { at: at.toISOString(), loadSeconds: seconds() };
};
