import { once } from 'node:events';
import { datasetFacts } from './dataset-facts.ts';
import { datasetSize } from './dataset-size.ts';
import { openDataset } from './open-dataset.ts';

/** Loads the dataset of that size unless it exists, prints its numbers, and with `stay` serves it until interrupted. */
export const serveDataset = async (size: string, stay: boolean): Promise<void> => {
  const dataset = await openDataset(datasetSize(size), (message) => process.stderr.write(`${message}\n`));
  try {
    process.stdout.write(`loaded in ${dataset.loadSeconds.toFixed(1)} s\n${await datasetFacts(dataset)}\n`);
    if (!stay) return;
    process.stdout.write(`psql '${dataset.server.url}'\n`);
    // A pending promise keeps no process alive.
    const awake = setInterval(() => undefined, 1 << 30);
    await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
    clearInterval(awake);
  } finally {
    await dataset.server.stop();
  }
};
