import { datasetSize } from '../../dataset/dataset-size.ts';
import { type Dataset, openDataset } from '../../dataset/open-dataset.ts';
import { addReaders, type Reader, removeReaders } from '../load/readers.ts';
import { warmUp } from '../load/warm-up.ts';
import type { Scale } from '../report/scale.ts';
import { type Bench, benchOn } from './bench.ts';
import { type Service, startBareServer } from './service.ts';

/** The service under test on a dataset. */
export interface DatasetBench extends Bench {
  readonly dataset: Dataset;
  /** `1,000,000 events`. */
  readonly rows: string;
  /** Signed-in callers, used in rotation. */
  readonly readers: readonly Reader[];
  /** The hand-written baseline server. */
  readonly bareServer: Service;
}

const readers = 200;

/** Starts the server of a dataset, which is loaded first unless it exists, the service on it, and the baseline server. */
export const openDatasetBench = async (
  name: string,
  scale: Scale,
  nodeOptions: readonly string[],
): Promise<DatasetBench> => {
  const size = datasetSize(name);
  const dataset = await openDataset(size, (message) => process.stderr.write(`${message}\n`));
  const bench = await benchOn(dataset.server, scale, nodeOptions).catch(async (error) => {
    await dataset.server.stop();
    throw error;
  });
  try {
    await warmUp(bench.bare);
    // An interrupted run leaves rows, and may leave a trigger disabled.
    await removeReaders(bench);
    await bench.bare.query('alter table event enable trigger user');
    const bareServer = await startBareServer({
      DATABASE_URL: dataset.server.url,
      JWT_SECRET: bench.jwtSecret,
    });
    const close = async () => {
      await bareServer.stop();
      await removeReaders(bench);
      await bench.close();
    };
    const rows = `${size.events.toLocaleString('en')} events`;
    return { ...bench, dataset, rows, readers: await addReaders(bench, readers), bareServer, close };
  } catch (error) {
    await bench.close();
    throw error;
  }
};
