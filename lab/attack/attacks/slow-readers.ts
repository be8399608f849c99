import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { type Attack, expectations, type Finding } from '../attack.ts';
import { mostMb, warmUp, watchMemory } from '../process-memory.ts';
import { latencyOf, type RealService, signInTo, startRealService } from '../real-service.ts';
import { openSlowReader, type SlowReader } from '../slow-reader.ts';
import { noticed, waitsWhile } from '../waits.ts';
import { addGuests, worstEvent } from '../worst-content.ts';

const day = 86_400_000;
const addresses = ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5', '127.0.0.6'] as const;
/** Another caller, the organizer and eight admins of an event. */
const phones = Array.from({ length: 10 }, (_, number) => `+49151${10_000_000 + 10_007 * number}`);
/** Of each account for each of the two downloads. */
const socketsOfEach = 15;
/** Guests of the event, and events of each account: some megabytes of a download. */
const stored = { full: { guests: 20_000, events: 150 }, short: { guests: 8_000, events: 50 } };

type Person = Awaited<ReturnType<typeof signInTo>>;

/** Stores guests of an event, and events of each account. */
const store = async (
  service: RealService,
  event: string,
  people: readonly Person[],
  count: typeof stored.full,
) => {
  await addGuests(service, event, count.guests, 'slow');
  const columns = await service.query<{ name: string }>(
    `select column_name as name from information_schema.columns
      where table_name = 'event' and is_generated = 'NEVER' and column_name not in ('id', 'organizer_id')`,
  );
  const names = columns.map(({ name }) => name).join(', ');
  await service.query(`set session_replication_role = replica`);
  await service.query(
    `insert into event (id, organizer_id, ${names}) select gen_random_uuid(), o.id, ${names}
      from (select * from event limit 1) e, unnest($1::uuid[]) o (id), generate_series(1, ${count.events})`,
    [people.map(({ id }) => id)],
  );
  await service.query(`set session_replication_role = origin`);
};

const bearer = ({ token }: Person) => ({ authorization: `Bearer ${token}` });

/** As `latencyOf`, from one of the addresses. */
const latencyFrom = async (localAddress: string, url: string, person: Person): Promise<number> => {
  const began = performance.now();
  const request = get(url, { headers: bearer(person), localAddress, agent: false });
  try {
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    await once(response.resume(), 'end');
    return response.statusCode === 200 ? performance.now() - began : Number.POSITIVE_INFINITY;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
};

const play = async (service: RealService, isShort: boolean, readers: SlowReader[]): Promise<Finding> => {
  const { call, url } = service.replica;
  const people: Person[] = [];
  for (const phone of phones) people.push(await signInTo(service, phone));
  const [other, host, ...admins] = people as [Person, Person, ...Person[]];
  const accounts = [host, ...admins];
  const body = worstEvent(Date.now() + 5 * day);
  const event = (await call('POST /v1/events', { token: host.token, body })).body.id;
  for (const { id } of admins) await call(`PUT /v1/events/${event}/admins/${id}`, { token: host.token });
  await store(service, event, accounts, isShort ? stored.short : stored.full);
  const downloads = [`/v1/events/${event}/attendees.csv`, '/v1/me/export'];

  if (!isShort) await warmUp(service, other.token);
  const short = ['/v1/auth/me', `/v1/events/${event}`].map((path) => `${url}${path}`);
  let turn = 0;
  const next = () => short[turn++ % short.length] as string;
  const askShort = () => latencyOf(next(), bearer(other));
  const idle = await waitsWhile(askShort, delay(isShort ? 500 : 2_000));

  const grown = watchMemory(service);
  for (let count = 0; count < socketsOfEach; count += 1)
    accounts.forEach((account, number) => {
      const address = addresses[(number + count) % addresses.length] as string;
      const headers = `host: x\r\nauthorization: ${bearer(account).authorization}`;
      for (const path of downloads)
        readers.push(openSlowReader(service.port, address, `GET ${path} HTTP/1.1\r\n${headers}\r\n\r\n`));
    });
  let idleInTransactionMs = 0;
  const watch = async (): Promise<void> => {
    for (const end = performance.now() + (isShort ? 1_000 : 20_000); performance.now() < end; ) {
      const [row] = await service.query<{ ms: number }>(
        `select coalesce(max(extract(epoch from clock_timestamp() - state_change)), 0)::float * 1000 as ms
          from pg_stat_activity where state like 'idle in transaction%'`,
      );
      idleInTransactionMs = Math.max(idleInTransactionMs, row?.ms ?? 0);
      await delay(20);
    }
  };
  const watching = watch();
  const askOwn = () => latencyFrom(addresses[turn % addresses.length] as string, next(), host);
  const [during, own] = await Promise.all([waitsWhile(askShort, watching), waitsWhile(askOwn, watching)]);

  const grownMb = grown();
  const served = readers.filter((reader) => reader.status() === 200).length;
  for (const reader of readers) reader.close();
  await delay(200);
  const again = await Promise.all(
    accounts.map((person) => latencyFrom('127.0.0.7', `${url}${downloads[0]}`, person)),
  );
  const { faults, expect } = expectations();
  const [others, same] = [noticed(idle, during, isShort), noticed(idle, own, isShort)];
  expect(served > 0, 'no download is served');
  expect(isShort || grownMb <= mostMb, `memory grows by ${grownMb.toFixed(0)} MB`);
  expect(
    others.isBearable && others.refused === 0,
    `another caller ${others.words}, ${others.refused} refused`,
  );
  expect(
    same.refused === 0,
    `${same.refused} of ${own.length} short requests of the same account are refused`,
  );
  expect(idleInTransactionMs < 1_000, `a transaction is idle for ${idleInTransactionMs.toFixed(0)} ms`);
  expect(again.every(Number.isFinite), 'what closed connections had is not given back');
  return {
    attack: `${accounts.length} accounts of five addresses read attendees and exports slowly`,
    cost: `${readers.length} sockets, 300 bytes a second each`,
    before: '110 responses at once; 9 of 12 short requests of the same account got 429',
    now: `${served} responses at once, ${grownMb.toFixed(0)} MB more; another caller ${others.words}, the same account ${same.words}`,
    faults,
  };
};

export const slowReaders: Attack = {
  name: 'slow-readers',
  about: 'nine accounts of five addresses read lists of attendees and exports slowly',
  run: async ({ isShort }) => {
    const service = await startRealService(phones, { QUOTA_SCALE: '1' });
    const readers: SlowReader[] = [];
    try {
      return [await play(service, isShort, readers)];
    } finally {
      for (const reader of readers) reader.close();
      await service.close();
    }
  },
};
