import type { EventId, UserId } from '@event-platform/domain';
import { randomFrom } from '../../dataset/random.ts';
import { bookingScript, pgbenchClients, removeBookings } from '../../support/load/bookings.ts';
import { loadHttp } from '../../support/load/http-load.ts';
import { anyEvent, idInSql } from '../../support/load/random-picks.ts';
import { addReaders, type Reader, readerIds } from '../../support/load/readers.ts';
import { compareLoads } from '../../support/load/reading.ts';
import type { Load } from '../../support/report/interleaved-rounds.ts';
import type { DatasetScenario } from '../../support/report/scenario.ts';
import type { DatasetBench } from '../../support/servers/dataset-bench.ts';
import { pgbenchLoad } from '../../support/servers/pgbench.ts';

/** Minimum ratio to pgbench. */
const target = 1;
const connections = 64;
const seats = 100;
const queue = 10_000;
/** How many more people pgbench may need within its time. */
const spare = 8;

/** All seats are taken, and ten thousand people wait. */
const fill = async (bench: DatasetBench, eventId: string): Promise<void> => {
  await removeBookings(bench);
  await bench.bare.query(
    `insert into booking (id, event_id, user_id, quantity, status, place, code, created_at)
    select gen_random_uuid(), $1, id, 1, case when n <= ${seats} then 'confirmed' else 'waitlisted' end,
      case when n > ${seats} then n - ${seats} end, gen_random_uuid()::text, now() - interval '1 day' + n * interval '1 ms'
    from (
      select id, row_number() over (order by id) as n from app_user where username not like 'reader-%' limit ${seats + queue}
    ) people`,
    [eventId],
  );
  await bench.bare.query(
    `update event_stats set booked = ${seats}, waiting = c.waiting, last_place = c.waiting
    from (select count(*) filter (where status = 'waitlisted') as waiting from booking where event_id = $1) c
    where event_id = $1`,
    [eventId],
  );
  await bench.bare.query('vacuum (analyze) booking');
};

/** Those who have seats cancel at the same time. @throws {Error} unless the first who waited have them, each one */
const assertSeatsOnce = async ({ bare, dependencies }: DatasetBench, eventId: string): Promise<void> => {
  const ofStatus = async (status: string) => {
    const { rows } = await bare.query<{ user_id: UserId }>(
      'select user_id from booking where event_id = $1 and status = $2 order by place, user_id limit $3',
      [eventId, status, seats],
    );
    return rows.map(({ user_id }) => user_id);
  };
  const [holders, next] = [await ofStatus('confirmed'), await ofStatus('waitlisted')];
  const { stores, clock } = dependencies;
  await Promise.all(holders.map((user) => stores.bookings.cancel(eventId as EventId, user, clock.now())));
  const now = await ofStatus('confirmed');
  if (now.toString() !== next.toSorted().toString())
    throw new Error(`${now.length} of ${seats} seats went to others than those who waited first`);
};

/** Each person joins the queue once. */
const serviceLoad = (bench: DatasetBench, eventId: string, people: readonly Reader[]): Load => ({
  what: `\`PUT /v1/events/:id/booking\`, ${people.length.toLocaleString('en')} people to one event, ${connections} connections`,
  run: async () => {
    await fill(bench, eventId);
    const bearers = people.map((person) => `Bearer ${bench.issueToken(person)}`);
    const positions: number[] = [];
    const measurement = await loadHttp({
      url: bench.service.url,
      until: { requests: people.length },
      connections,
      requests: [
        {
          method: 'PUT',
          setupRequest: (request) => ({
            ...request,
            path: `/v1/events/${eventId}/booking`,
            headers: { authorization: bearers.pop() ?? '', 'content-type': 'application/json' },
            body: '{"quantity":1}',
          }),
          onResponse: (_status, body) => void positions.push(JSON.parse(body).position),
        },
      ],
    });
    const [first = 0] = positions.sort((one, other) => one - other);
    const wrong = positions.findIndex((position, index) => position !== first + index);
    if (wrong !== -1 || positions.length !== people.length)
      throw new Error(`Position ${positions[wrong]} twice or never, of ${positions.length} responses`);
    await assertSeatsOnce(bench, eventId);
    return measurement;
  },
});

const pgbenchRun = async (
  bench: DatasetBench,
  eventId: string,
  people: readonly Reader[],
): Promise<Load | null> => {
  await fill(bench, eventId);
  const ids = { eventId: `'${eventId}'::uuid`, readerId: idInSql(readerIds, 'reader') };
  const recorded = { eventId, reader: people.at(-1) as Reader };
  const script = await bookingScript(bench, recorded, ids, [`\\set reader mod(:number, ${people.length})`]);
  return pgbenchLoad({
    url: bench.server.url,
    scripts: [script],
    clients: pgbenchClients,
    seconds: bench.scale.datasetSeconds,
    prepare: () => fill(bench, eventId),
  });
};

const measure: DatasetScenario['measure'] = async (bench) => {
  const eventId = anyEvent(bench)(randomFrom(11));
  const { bare, scale } = bench;
  const { rows } = await bare.query<{ start_at: Date; end_at: Date; capacity: number | null }>(
    'select start_at, end_at, capacity from event where id = $1',
    [eventId],
  );
  const change = (start: Date | undefined, end: Date | undefined, capacity: number | null) =>
    bare.query('update event set start_at = $2, end_at = $3, capacity = $4 where id = $1', [
      eventId,
      start,
      end,
      capacity,
    ]);
  const startAt = new Date(Date.now() + 86_400_000);
  await change(startAt, new Date(startAt.getTime() + 3_600_000), seats);
  const people = await addReaders(bench, scale.hotRsvps * spare);
  const service = serviceLoad(bench, eventId, people.slice(0, scale.hotRsvps));
  const pgbench = await pgbenchRun(bench, eventId, people);
  const name = `its transaction through pgbench, ${pgbenchClients} clients`;
  const finding = await compareLoads(bench, service, [{ load: pgbench, name, atLeast: target }], {
    target: 'each position once, each seat given once',
    isMet: () => true,
  });
  await removeBookings(bench);
  await change(rows[0]?.start_at, rows[0]?.end_at, rows[0]?.capacity ?? null);
  return [finding];
};

export const bookingHot: DatasetScenario = {
  name: 'booking-hot',
  about:
    'Many people book at one event whose seats are taken and for which 10,000 wait. The positions in the queue must be all numbers from the first to the last, each once; then all who have seats cancel at the same time, and their seats must go to those who waited first. Otherwise the run fails.',
  measure,
};
