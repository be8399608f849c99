import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newFolder, startMain } from '../../../../packages/service/test/support/service-process.ts';
import { cities, pickCity, placeIn } from '../../dataset/cities.ts';
import { type Random, randomFrom } from '../../dataset/random.ts';
import { type Reading, serviceLoad } from '../../support/load/reading.ts';
import { zipfAddresses } from '../../support/load/zipf-addresses.ts';
import { serviceLine } from '../../support/report/finding.ts';
import type { Measured } from '../../support/report/measured.ts';
import type { DatasetScenario } from '../../support/report/scenario.ts';
import type { DatasetBench } from '../../support/servers/dataset-bench.ts';

const organizer = '+4915112345678';
const maxP99 = 100;
const day = 24 * 3_600_000;

const anEvent = (random: Random, number: number) => {
  const startAt = Date.now() + (1 + random.below(90)) * day;
  const { lat, lng } = placeIn(cities[pickCity(random)] as (typeof cities)[number], random);
  return {
    '@type': 'Event',
    '@id': `https://feed.example/${number}`,
    name: `Concert ${number}`,
    startDate: new Date(startAt).toISOString(),
    endDate: new Date(startAt + day / 12).toISOString(),
    location: { name: 'Hall', address: 'Main Street 1', geo: { latitude: lat, longitude: lng } },
    keywords: 'music',
  };
};

/** Runs the command of the import. */
const importFeed = async ({ server, scale }: DatasetBench): Promise<void> => {
  const folder = newFolder();
  const file = join(folder, 'feed.jsonl');
  const random = randomFrom(41);
  const lines = Array.from({ length: scale.importedEvents }, (_, number) =>
    JSON.stringify(anEvent(random, number)),
  );
  writeFileSync(file, lines.join('\n'));
  const variables = { DATABASE_URL: server.url, DATA_DIR: folder };
  const { code, stdout, stderr } = await startMain('import.ts', variables, [file, '--organizer', organizer])
    .ended;
  if (code !== 0) throw new Error(`The import failed: ${stdout}${stderr}`);
};

const removeImported = ({ bare }: DatasetBench) =>
  bare.query(
    `with organizer as (select id from app_user where phone = $1)
     delete from event where organizer_id in (select id from organizer)`,
    [organizer],
  );

const measure: DatasetScenario['measure'] = async (bench) => {
  const reading: Reading = {
    what: '1,000 addresses by Zipf, anonymous, 4 clients',
    connections: 4,
    next: zipfAddresses(),
  };
  const load = serviceLoad(bench, reading);
  await load.run();
  const idle = await load.run();
  const beside: Measured[] = [];
  let isOver = false;
  const importing = importFeed(bench).finally(() => {
    isOver = true;
  });
  try {
    while (!isOver) beside.push(await load.run());
    await importing;
  } finally {
    await removeImported(bench);
  }
  const bound = { target: `p99 ≤ ${maxP99} ms`, isMet: ({ p99 }: Measured) => p99 <= maxP99 };
  return [
    {
      rows: bench.rows,
      lines: [
        serviceLine(reading.what, [idle]),
        serviceLine(
          `the same while ${bench.scale.importedEvents.toLocaleString('en')} events are imported`,
          beside,
          bound,
        ),
      ],
    },
  ];
};

export const listsUnderImports: DatasetScenario = {
  name: 'lists-under-imports',
  about: 'Lists while the command of the import adds events to the same database.',
  measure,
};
