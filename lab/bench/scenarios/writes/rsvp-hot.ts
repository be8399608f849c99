import { randomFrom } from '../../dataset/random.ts';
import { postEach } from '../../support/load/http-load.ts';
import { anyEvent, idInSql, picksInPgbench } from '../../support/load/random-picks.ts';
import { addReaders, type Reader, readerIds, removeRsvps } from '../../support/load/readers.ts';
import { compareLoads } from '../../support/load/reading.ts';
import { rsvpScript } from '../../support/load/rsvp-statement.ts';
import type { Load } from '../../support/report/interleaved-rounds.ts';
import type { DatasetScenario } from '../../support/report/scenario.ts';
import type { DatasetBench } from '../../support/servers/dataset-bench.ts';
import { pgbenchLoad } from '../../support/servers/pgbench.ts';

/** Minimum ratio to pgbench. */
const target = 1.5;
const connections = 64;
const clients = 8;

const countOf = async ({ bare }: DatasetBench, eventId: string): Promise<number> => {
  const { rows } = await bare.query<{ count: number }>(
    'select going + interested as count from event_stats where event_id = $1',
    [eventId],
  );
  return rows[0]?.count ?? Number.NaN;
};

/** @throws {Error} unless the counts are all numbers after `before`, each once */
const assertEachCountOnce = (counts: readonly number[], before: number): void => {
  const sorted = counts.toSorted((a, b) => a - b);
  const wrong = sorted.findIndex((count, index) => count !== before + 1 + index);
  if (wrong !== -1)
    throw new Error(`Count ${sorted[wrong]} instead of ${before + 1 + wrong}, of ${counts.length} responses`);
};

/** Each person responds once. */
export const answerHot = (
  bench: DatasetBench,
  eventId: string,
  people: readonly Reader[],
  url = bench.service.url,
): Load => ({
  what: `\`POST /v1/events/:id/rsvp\`, ${people.length.toLocaleString('en')} people to one event, ${connections} connections`,
  run: async () => {
    await removeRsvps(bench);
    const before = await countOf(bench, eventId);
    const bearers = people.map((person) => ({ authorization: `Bearer ${bench.issueToken(person)}` }));
    const counts: number[] = [];
    const measurement = await postEach(
      url,
      bearers,
      () => ({ status: 'going' }),
      (_, body) => counts.push((body as { readonly rsvpCount: number }).rsvpCount),
      (headers) => ({ path: `/v1/events/${eventId}/rsvp`, headers }),
      connections,
    );
    if (counts.length !== people.length)
      throw new Error(`${counts.length} of ${people.length} RSVPs succeeded`);
    assertEachCountOnce(counts, before);
    return measurement;
  },
});

const measure: DatasetScenario['measure'] = async (bench) => {
  const { hotRsvps, datasetSeconds: seconds } = bench.scale;
  const eventId = anyEvent(bench)(randomFrom(10));
  const people = await addReaders(bench, hotRsvps);
  const { sets } = picksInPgbench(bench, people.length);
  const recorded = { eventId, userId: (people[0] as Reader).userId };
  const ids = { eventId: `'${eventId}'::uuid`, readerId: idInSql(readerIds, 'reader') };
  const scripts = [await rsvpScript(bench, recorded, ids, sets.slice(1))];
  const service = answerHot(bench, eventId, people);
  const pgbench = pgbenchLoad({ url: bench.server.url, scripts, clients, seconds });
  const name = `its statement through pgbench, ${clients} clients`;
  const finding = await compareLoads(bench, service, [{ load: pgbench, name, atLeast: target }], {
    target: 'each count returned once',
    isMet: () => true,
  });
  await removeRsvps(bench);
  return [finding];
};

export const rsvpHot: DatasetScenario = {
  name: 'rsvp-hot',
  about:
    'Many people respond `going` to one event at the same time, each once. The returned counts must be all numbers from the first to the last, each once; otherwise the run fails.',
  measure,
};
