import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import {
  newAddress,
  newConcert,
  type ReplicaProcess,
  replicaVariables,
  startReplica,
} from '../../packages/service/test/support/replica.ts';
import { newFolder, type Variables } from '../../packages/service/test/support/service-process.ts';
import { type Load, type LoadOptions, startLoad } from './load.ts';
import type { Person } from './requests.ts';
import { openRestartablePostgres, type RestartablePostgres } from './restartable-postgres.ts';

/** Services on a database, people who are signed in, and load from them. */
export interface Services {
  readonly isShort: boolean;
  readonly people: readonly Person[];
  /** Starts a service on the database, ready when it resolves. */
  startService(more?: Variables): Promise<ReplicaProcess>;
  /** Ids of public events that no other scenario uses. */
  newEvents(count: number): string[];
  /** Starts load on events of its own. */
  startLoad(
    options: Pick<LoadOptions, 'target'> & Partial<Pick<LoadOptions, 'clients' | 'pauseMs' | 'retryMs'>>,
  ): Promise<Load>;
  /** Opens a connection to the database, independent of the services. */
  connect(): Promise<pg.Client>;
}

/** The system under test: a crash-safe database, and services on it. */
export interface World extends Services {
  readonly postgres: RestartablePostgres;
  close(): Promise<void>;
}

export interface ServicesOptions {
  readonly isShort: boolean;
  /** How services find the database. */
  readonly variables: Variables;
  /** Where the writer is reached without a pooler. */
  readonly url: string;
  /** How often load may be started. */
  readonly loads: number;
  /** Further phones with the code. */
  readonly newcomers?: readonly string[];
}

export const code = '1234';
const phoneOf = (index: number) => `+1555${String(1_000_000 + index)}`;
const setupConcurrency = 8;

type Call = () => ReturnType<ReplicaProcess['call']>;

/** Repeats a call while it receives one of these statuses, and says whether it did. */
const repeat = async (call: Call, statuses: readonly number[]) => {
  for (let isRepeat = false; ; isRepeat = true) {
    const { status, body } = await call();
    if (status >= 200 && status < 300) return { body, isRefusedRepeat: false };
    if (statuses.includes(status)) await delay(1_000);
    else if (isRepeat && status === 401) return { body, isRefusedRepeat: true };
    else throw new Error(`The setup received status ${status}`);
  }
};

/** Repeats a call that receives 503: a busy machine may shed load during the start. */
const retryUnavailable = async (call: Call) => (await repeat(call, [503])).body;

/** Signs a phone in whose code is known. */
export const signIn = async (
  service: ReplicaProcess,
  phone: string,
): Promise<Person & { readonly refreshToken: string }> => {
  const from = newAddress();
  for (;;) {
    // The next code of a phone has to wait.
    await repeat(() => service.call('POST /v1/auth/otp/start', { body: { phone }, from }), [429, 503]);
    const { body, isRefusedRepeat } = await repeat(
      () => service.call('POST /v1/auth/otp/check', { body: { phone, code }, from }),
      [503],
    );
    // A check that received 503 may have been carried out, and its code is used.
    if (!isRefusedRepeat)
      return { id: body.user.id, token: body.accessToken, refreshToken: body.refreshToken };
  }
};

/** The variables of services that print nothing, and send these phones no SMS: each signs in with the same code. */
export const silentVariables = (phones: readonly string[], more: Variables): Variables => ({
  ...replicaVariables(),
  ...more,
  LOG_LEVEL: 'silent',
  TEST_PHONES: `${phones.map((phone) => `${phone}=${code}`).join(',')};until=2999-01-01`,
});

/** Opens a connection that may break. */
export const connectTo = async (connectionString: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString, application_name: 'chaos' });
  client.on('error', () => undefined);
  await client.connect();
  return client;
};

export const openServices = async (options: ServicesOptions): Promise<Services> => {
  const { isShort, url, loads, newcomers = [] } = options;
  const peopleCount = isShort ? 60 : 150;
  const phones = Array.from({ length: peopleCount }, (_, index) => phoneOf(index));
  const variables = silentVariables([...phones, ...newcomers], options.variables);
  const startService = (more: Variables = {}) => startReplica({ ...variables, ...more });
  const connect = () => connectTo(url);
  const first = await startService();
  const people: Person[] = [];
  for (let index = 0; index < phones.length; index += setupConcurrency)
    people.push(
      ...(await Promise.all(
        phones.slice(index, index + setupConcurrency).map((phone) => signIn(first, phone)),
      )),
    );
  const organizer = people[0] as Person;
  const growing = isShort ? 6 : 14;
  const changing = isShort ? 6 : 12;
  /** Events for all scenarios, created by the first service: a later one would take over the mails of a scenario. */
  const unused: string[] = [];
  while (unused.length < loads * (growing + changing)) {
    const batch = Array.from({ length: setupConcurrency }, () =>
      retryUnavailable(() => first.call('POST /v1/events', { token: organizer.token, body: newConcert() })),
    );
    for (const { id } of await Promise.all(batch)) unused.push(id);
  }
  first.process.kill('SIGTERM');
  await first.process.ended;
  const newEvents = (count: number): string[] => {
    const events = unused.splice(0, count);
    if (events.length < count) throw new Error('There are not enough events: make more loads');
    return events;
  };

  return {
    isShort,
    people,
    startService,
    newEvents,
    connect,
    startLoad: async (options) => {
      const mine = newEvents(growing + changing);
      const load = startLoad({
        people,
        growing: mine.slice(0, growing),
        changing: mine.slice(growing),
        ...options,
      });
      await load.untilNextWrite();
      await delay(isShort ? 500 : 1_500);
      return load;
    },
  };
};

export const openWorld = async (isShort: boolean): Promise<World> => {
  const postgres = await openRestartablePostgres(newFolder());
  const services = await openServices({
    isShort,
    variables: { DATABASE_URL: postgres.url },
    url: postgres.url,
    loads: isShort ? 11 : 15,
  });
  return { ...services, postgres, close: () => postgres.stop('fast') };
};
