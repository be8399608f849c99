import { hiddenEvery } from '../../dataset/event-rows.ts';
import { bookingScript, pgbenchClients, removeBookings } from '../../support/load/bookings.ts';
import { loadHttp } from '../../support/load/http-load.ts';
import { picksInPgbench } from '../../support/load/random-picks.ts';
import type { Reader } from '../../support/load/readers.ts';
import { compareLoads } from '../../support/load/reading.ts';
import type { Load } from '../../support/report/interleaved-rounds.ts';
import type { DatasetScenario } from '../../support/report/scenario.ts';
import type { DatasetBench } from '../../support/servers/dataset-bench.ts';
import { pgbenchLoad } from '../../support/servers/pgbench.ts';

/** Minimum ratio to pgbench. */
const target = 0.6;
const mostEvents = 20_000;

/** Events that take bookings. */
export const openEvents = async ({ bare }: DatasetBench): Promise<readonly string[]> => {
  const { rows } = await bare.query<{ id: string }>(
    `select id from event where visibility = 'public' and status = 'scheduled' and start_at > now() + interval '1 hour'
    order by hashtext(id::text) limit ${mostEvents}`,
  );
  return rows.map(({ id }) => id);
};

/** Bookings of the readers, no pair of reader and event twice. */
export const spreadBookings = (bench: DatasetBench, events: readonly string[]): Load => ({
  what: '`PUT /v1/events/:id/booking`, any event',
  run: async () => {
    await removeBookings(bench);
    let number = 0;
    return loadHttp({
      url: bench.service.url,
      until: { seconds: bench.scale.datasetSeconds },
      requests: [
        {
          method: 'PUT',
          setupRequest: (request) => {
            const event = events[number % events.length];
            const turn = Math.floor(number / events.length) + number;
            const reader = bench.readers[turn % bench.readers.length] as Reader;
            number += 1;
            return {
              ...request,
              path: `/v1/events/${event}/booking`,
              headers: {
                authorization: `Bearer ${bench.issueToken(reader)}`,
                'content-type': 'application/json',
              },
              body: '{"quantity":1}',
            };
          },
        },
      ],
    });
  },
});

const bookingLoad = async (bench: DatasetBench, eventId: string): Promise<Load | null> => {
  const readers = bench.readers.length;
  const tens = Math.floor(bench.dataset.size.events / hiddenEvery);
  const sets = [
    `\\set event mod(:number, ${tens}) * ${hiddenEvery} + 1`,
    `\\set reader mod(:number / ${tens} + :number, ${readers})`,
  ];
  const { eventId: event, readerId } = picksInPgbench(bench, readers);
  const recorded = { eventId, reader: bench.readers[0] as Reader };
  const script = await bookingScript(bench, recorded, { eventId: event, readerId }, sets);
  return pgbenchLoad({
    url: bench.server.url,
    scripts: [script],
    clients: pgbenchClients,
    seconds: bench.scale.datasetSeconds,
    prepare: () => removeBookings(bench),
  });
};

const measure: DatasetScenario['measure'] = async (bench) => {
  const events = await openEvents(bench);
  const service = spreadBookings(bench, events);
  const pgbench = await bookingLoad(bench, events[0] ?? '');
  const name = `its transaction through pgbench, ${pgbenchClients} clients`;
  const finding = await compareLoads(bench, service, [{ load: pgbench, name, atLeast: target }]);
  await removeBookings(bench);
  return [finding];
};

export const bookingSpread: DatasetScenario = {
  name: 'booking-spread',
  about:
    '200 people book a seat at one event after another, each pair once; each booking sets the RSVP as well, and is durable when it is acknowledged.',
  measure,
};
