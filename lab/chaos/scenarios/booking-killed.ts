import type { Replica } from '../../../packages/service/test/support/replica.ts';
import { checklist, found, type Scenario, untilIdle } from '../scenario.ts';
import { openStatementProxy } from '../statement-proxy.ts';
import type { World } from '../world.ts';

const capacity = 2;
/** More statements than a move sends, those of the rest of the service included. */
const mostStatements = 40;

/** A move of one of four guests, of whom the first has all seats and two wait. */
interface Move {
  readonly what: string;
  readonly by: number;
  readonly method: 'PUT' | 'DELETE';
  readonly isDone: (seats: Seats) => boolean;
}

interface Seats {
  readonly booked: number;
  readonly waiting: number;
}

const moves: readonly Move[] = [
  {
    what: 'cancelling, which gives two seats to the queue',
    by: 0,
    method: 'DELETE',
    isDone: ({ booked, waiting }) => booked === capacity && waiting === 0,
  },
  { what: 'booking, which joins the queue', by: 3, method: 'PUT', isDone: ({ waiting }) => waiting === 3 },
];

/** What the rows say is wrong with an event's seats; null for nothing. */
const faultOf = async (world: World, event: string): Promise<{ fault: string | null; seats: Seats }> => {
  const client = await world.connect();
  try {
    // What the dead process had begun ends with its connection.
    await untilIdle(client);
    const { rows } = await client.query<
      Seats & { seats: number; queue: number; going: number; rsvps: number; first: number | null }
    >(
      `select s.booked, s.waiting, s.going,
        (select coalesce(sum(quantity), 0)::int from booking b where b.event_id = s.event_id and status = 'confirmed') as seats,
        (select count(*)::int from booking b where b.event_id = s.event_id and status = 'waitlisted') as queue,
        (select count(*)::int from rsvp r where r.event_id = s.event_id and state = 'going') as rsvps,
        (select quantity from booking b where b.event_id = s.event_id and status = 'waitlisted' order by place limit 1) as first
      from event_stats s where s.event_id = $1`,
      [event],
    );
    const [row] = rows;
    if (!row) throw new Error('The event is gone');
    const { booked, waiting, seats, queue, going, rsvps, first } = row;
    const faults = [
      booked === seats ? null : `${booked} seats counted, ${seats} in rows`,
      waiting === queue ? null : `${waiting} waiting counted, ${queue} in rows`,
      going === rsvps ? null : `${going} RSVPs counted, ${rsvps} in rows`,
      seats <= capacity ? null : `${seats} seats of ${capacity} given`,
      first !== null && first <= capacity - seats ? 'a seat is free while the head of the queue fits' : null,
    ].filter((fault) => fault !== null);
    return { fault: faults.length > 0 ? faults.join(', ') : null, seats: row };
  } finally {
    await client.end();
  }
};

const book = async (service: Replica, world: World, event: string, by: number, quantity: number) => {
  const token = world.people[by + 1]?.token ?? '';
  const { status } = await service.call(`PUT /v1/events/${event}/booking`, { token, body: { quantity } });
  if (status !== 201) throw new Error(`The setup received status ${status}`);
};

const makeEvent = async (service: Replica, world: World): Promise<string> => {
  const token = world.people[0]?.token ?? '';
  const [event = ''] = world.newEvents(1);
  const { status } = await service.call(`PATCH /v1/events/${event}`, { token, body: { capacity } });
  if (status !== 200) throw new Error(`The setup received status ${status}`);
  await book(service, world, event, 0, capacity);
  for (const by of [1, 2]) await book(service, world, event, by, 1);
  return event;
};

export const bookingKilled: Scenario = {
  name: 'booking-killed',
  about: 'the process is killed with -9 before each statement of a booking in turn',
  run: async (world) => {
    const checks = checklist();
    const proxy = await openStatementProxy(world.postgres.url);
    let wrongCounts = 0;
    let kills = 0;
    for (const { what, by, method, isDone } of world.isShort ? moves.slice(0, 1) : moves) {
      // The short form skips every second statement: a new process takes seconds.
      for (let number = 1; number < mostStatements; number += world.isShort ? 2 : 1) {
        const service = await world.startService({ DATABASE_URL: proxy.url });
        const event = await makeEvent(service, world);
        let isStruck = false;
        proxy.arm(number, () => {
          isStruck = true;
          service.process.kill('SIGKILL');
        });
        const token = world.people[by + 1]?.token ?? '';
        const body = method === 'PUT' ? { quantity: 1 } : undefined;
        const { status } = await service
          .call(`${method} /v1/events/${event}/booking`, { token, body })
          .catch(() => ({ status: 0 }));
        const isConfirmed = status === 201 || status === 204;
        proxy.arm(Number.POSITIVE_INFINITY, () => undefined);
        if (isStruck) kills += 1;
        service.process.kill('SIGKILL');
        await service.process.ended;
        const { fault, seats } = await faultOf(world, event);
        if (fault !== null) wrongCounts += 1;
        checks.holds(fault === null, `${what}, before statement ${number}: ${fault}`);
        checks.holds(!isConfirmed || isDone(seats), `${what}: a response without its effect`);
        if (isConfirmed) break;
      }
    }
    await proxy.close();
    checks.holds(kills >= 3, `killed ${kills} times alone`);
    checks.note(`killed before ${kills} statements`);
    return [found('kill -9 between the statements of a booking', checks, { wrongCounts })];
  },
};
