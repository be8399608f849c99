import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { type Attack, type Finding, finding, type Target } from '../attack.ts';
import { newEvent } from '../new-event.ts';
import { latencyOf, type Person } from '../real-service.ts';
import { openSlowReader, type SlowReader } from '../slow-reader.ts';
import { noticed, waitsWhile, warmUp, watchMemory } from '../waits.ts';
import { addGuests, copyEvent, worstEvent } from '../worst-content.ts';

const day = 86_400_000;
const addresses = ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5', '127.0.0.6'] as const;
/** Of each account for each of the two downloads. */
const socketsOfEach = 15;
/** Guests of the event, and events of each account: some megabytes of a download. */
const stored = { full: { guests: 20_000, events: 150 }, short: { guests: 8_000, events: 50 } };

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

const play = async ({ isShort, startService, teardown }: Target): Promise<Finding> => {
  // Another caller, the organizer and eight admins of an event.
  const service = await startService({ QUOTA_SCALE: '1' }, 10);
  const { call, url } = service.replica;
  const [other, host, ...admins] = service.people as [Person, Person, ...Person[]];
  const accounts = [host, ...admins];
  const event = await newEvent(service.replica, host, worstEvent(Date.now() + 5 * day));
  for (const { id } of admins) await call(`PUT /v1/events/${event}/admins/${id}`, { token: host.token });
  const { guests, events } = isShort ? stored.short : stored.full;
  await addGuests(service, event, guests);
  await copyEvent(
    service,
    accounts.map(({ id }) => id),
    events,
  );
  const downloads = [`/v1/events/${event}/attendees.csv`, '/v1/me/export'];

  if (!isShort) await warmUp(service, other.token);
  const short = ['/v1/auth/me', `/v1/events/${event}`].map((path) => `${url}${path}`);
  let turn = 0;
  const next = () => short[turn++ % short.length] as string;
  const askShort = () => latencyOf(next(), bearer(other));
  const idle = await waitsWhile(askShort, delay(isShort ? 500 : 2_000));

  const grown = watchMemory(service);
  const readers: SlowReader[] = [];
  const closeAll = () => {
    for (const reader of readers) reader.close();
  };
  teardown(closeAll);
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

  const memory = grown();
  const served = readers.filter((reader) => reader.status() === 200).length;
  closeAll();
  await delay(200);
  const again = await Promise.all(
    accounts.map((person) => latencyFrom('127.0.0.7', `${url}${downloads[0]}`, person)),
  );
  const others = noticed('another caller', idle, during, isShort);
  const same = noticed('the same account', idle, own, isShort);
  return finding(
    `${accounts.length} accounts of five addresses read attendees and exports slowly`,
    `${readers.length} sockets, 300 bytes a second each`,
    `${served} responses at once, ${memory.words}; ${others.words}, ${same.words}`,
    [
      [served > 0, 'no download is served'],
      ...(isShort ? [] : [memory.bound]),
      others.bound,
      [own.every(Number.isFinite), 'short requests of the same account are refused'],
      [idleInTransactionMs < 1_000, `a transaction is idle for ${idleInTransactionMs.toFixed(0)} ms`],
      [again.every(Number.isFinite), 'what closed connections had is not given back'],
    ],
  );
};

export const slowReaders: Attack = {
  name: 'slow-readers',
  about: 'nine accounts of five addresses read lists of attendees and exports slowly',
  run: async (target) => [await play(target)],
};
