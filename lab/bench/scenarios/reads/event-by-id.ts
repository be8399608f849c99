import { randomFrom } from '../../dataset/random.ts';
import { inFlight } from '../../support/load/in-flight.ts';
import { anyEvent, idInSql, picksInPgbench } from '../../support/load/random-picks.ts';
import { type Reader, readerSessionIds } from '../../support/load/readers.ts';
import {
  authenticate,
  bareLoad,
  compareLoads,
  emptyRouteLoad,
  otherLoad,
  type Reading,
  roundRobinBearers,
  serviceLoad,
} from '../../support/load/reading.ts';
import type { DatasetScenario } from '../../support/report/scenario.ts';
import type { DatasetBench } from '../../support/servers/dataset-bench.ts';
import { pgbenchLoad, scriptOf } from '../../support/servers/pgbench.ts';
import { recordStatements } from '../../support/servers/recorded-statements.ts';

/** Minimum ratio to the bare server. */
const target = 1.5;
const clients = 8;

export const eventReading = (bench: DatasetBench): Reading => {
  const random = randomFrom(6);
  const bearer = roundRobinBearers(bench);
  const pick = anyEvent(bench);
  return {
    what: '`GET /v1/events/:id`, signed in',
    connections: inFlight,
    next: () => ({ path: `/v1/events/${pick(random)}`, headers: bearer() }),
  };
};

/** Any event for any reader. */
const pgbenchFor = async (bench: DatasetBench) => {
  const eventId = anyEvent(bench)(randomFrom(7));
  const reader = bench.readers[0] as Reader;
  const statements = await recordStatements(async () => {
    const { userId } = await authenticate(bench, reader);
    await bench.domain.getEvent({ eventId, callerId: userId });
  });
  const picks = picksInPgbench(bench, bench.readers.length);
  const varying = new Map<unknown, string>([
    [eventId, picks.eventId],
    [reader.userId, picks.readerId],
    [reader.sessionId, idInSql(readerSessionIds, 'reader')],
  ]);
  const scripts = [scriptOf(statements, varying, picks.sets)];
  return pgbenchLoad({ url: bench.server.url, scripts, clients, seconds: bench.scale.datasetSeconds });
};

const measure: DatasetScenario['measure'] = async (bench) => {
  const reading = eventReading(bench);
  const pgbench = await pgbenchFor(bench);
  const finding = await compareLoads(bench, serviceLoad(bench, reading), [
    { load: bareLoad(bench, reading), atLeast: target },
    { load: otherLoad(bench, reading) },
    { load: pgbench, name: pgbench?.what ?? 'pgbench' },
    { load: await emptyRouteLoad(bench, reading) },
  ]);
  return [finding];
};

export const eventById: DatasetScenario = {
  name: 'event-by-id',
  about: 'Random public events with organizer, counters and the caller’s flags, for 200 callers in rotation.',
  measure,
};
