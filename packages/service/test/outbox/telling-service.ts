import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { steerableClock } from '@event-platform/domain/memory';
import { pino } from 'pino';
import type { Test } from 'tap';
import { startSmtp } from '../../../adapters-notify/test/email/start-smtp.ts';
import {
  openMigratedDatabase,
  openTestClient,
} from '../../../adapters-postgres/test-support/test-database.ts';
import '../../../http/test-support/never-shed.ts';
import { compose } from '../../src/compose.ts';
import { readConfig } from '../../src/config/config.ts';
import { secret } from '../support/replica.ts';
import { newFolder } from '../support/service-process.ts';

const [minute, day] = [60_000, 86_400_000];

/** A message that an endpoint got. */
export interface Received {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: the tests assert its shape
  readonly body: any;
}

/** An endpoint that answers by its path what `statuses` says, 204 otherwise. */
export const startEndpoint = async (t: Pick<Test, 'teardown'>) => {
  const received: Received[] = [];
  const statuses = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const text = Buffer.concat(await request.toArray()).toString();
    const path = request.url ?? '';
    const headers = request.headers as Record<string, string>;
    received.push({ path, headers, text, body: JSON.parse(text) });
    response.writeHead(statuses.get(path) ?? 204, { location: `http://127.0.0.1:1${path}` }).end('secret');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, received, statuses, at: (path: string) => received.filter((one) => one.path === path) };
};

/** Waits until something is so. */
export const until = async <Value>(
  look: () => Promise<Value> | Value,
): Promise<Exclude<Value, false | null | undefined>> => {
  const end = Date.now() + 60_000;
  for (;;) {
    const value = await look();
    if (value) return value as Exclude<Value, false | null | undefined>;
    if (Date.now() > end) throw new Error(`waited in vain for ${look}`);
    await delay(50);
  }
};

/** The whole service in this process, with mail server and endpoint, at a time that the test decides. */
export const openTellingService = async (
  t: Test,
  more: (endpoint: string) => Readonly<Record<string, string>> = () => ({}),
) => {
  const database = await openMigratedDatabase(t);
  const client = await openTestClient(t, database.url);
  const query = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await client.query<Row>(text, values)).rows;
  const smtp = await startSmtp(t);
  const endpoint = await startEndpoint(t);
  const clock = steerableClock(new Date());
  const phones = Array.from({ length: 40 }, (_, index) => `+1555${1_000_000 + index}`);
  const otpPepper = secret();
  const config = readConfig({
    NODE_ENV: 'test',
    DATABASE_URL: database.url,
    DATA_DIR: newFolder(),
    DEMO_DATA: 'false',
    OTP_PEPPER: otpPepper,
    JWT_KEYS: `first:${secret()}`,
    SMTP_URL: smtp.url,
    MAIL_FROM: 'events@gather.example',
    PUBLIC_URL: 'https://gather.example',
    TEST_PHONES: `${phones.map((phone) => `${phone}=1234`).join(',')};until=2999-01-01`,
    QUOTA_SCALE: '0',
    ...more(endpoint.url),
  });
  const logged: string[] = [];
  const start = () =>
    compose(config, () => undefined, false, {
      clock,
      logger: pino({}, { write: (line) => void logged.push(line) }),
    });
  const service = await start();
  t.teardown(service.close);

  const call = async (
    target: string,
    {
      token,
      body,
      from = '192.0.2.1',
      agent,
    }: { token?: string; body?: object; from?: string; agent?: string } = {},
  ) => {
    const [method, url] = target.split(' ') as ['GET', string];
    const response = await service.app.inject({
      method,
      url,
      remoteAddress: from,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(agent && { 'user-agent': agent }),
      },
      ...(body && { payload: body }),
    });
    const isJson = /json/.test(String(response.headers['content-type'])) && response.body !== '';
    // biome-ignore lint/suspicious/noExplicitAny: the tests assert its shape
    return { status: response.statusCode, body: (isJson ? response.json() : response.body) as any };
  };

  const signIn = async (phone: string, from: string) => {
    const startResponse = await call('POST /v1/auth/otp/start', { body: { phone }, from });
    if (startResponse.status !== 200) throw new Error(`no code: ${JSON.stringify(startResponse.body)}`);
    const { status, body } = await call('POST /v1/auth/otp/check', { body: { phone, code: '1234' }, from });
    if (status !== 200) throw new Error(`no sign-in: ${JSON.stringify(body)}`);
    return { at: clock.now().getTime(), token: body.accessToken as string, id: body.user.id as string };
  };

  /** What fails on a busy machine waits for a pause by the clock, which stands still here. */
  const repeatFailedTries = () =>
    query(
      `update outbox set due_at = $1
        where queue in ('changes', 'notices') and error is not null and due_at > $1 and due_at < 'infinity'`,
      [clock.now()],
    );

  /** A user with an account, whose calls carry a token that is good at the time of the clock. */
  const person = async (name = 'Mira', from = `192.0.2.${10 + phones.length}`) => {
    const phone = phones.pop() as string;
    let session = await signIn(phone, from);
    const asks = async (target: string, body?: object) => {
      if (clock.now().getTime() - session.at > 10 * minute) session = await signIn(phone, from);
      return call(target, { token: session.token, from, ...(body && { body }) });
    };
    await asks('PATCH /v1/auth/me', { name });
    const notices = async () => (await asks('GET /v1/me/notices?limit=50')).body;
    /** But those of activity, which come at any time. */
    const kinds = async (): Promise<readonly string[]> =>
      (await notices()).data.flatMap(({ kind }: { kind: string }) =>
        kind === 'event_activity' ? [] : [kind],
      );
    /** Resolves once there are so many notices. */
    const delivered = (count: number) =>
      until(async () => {
        const all = await notices();
        if (all.data.length >= count) return all.data;
        await repeatFailedTries();
        return false;
      });
    const signInFrom = async (other: string) => {
      session = await signIn(phone, other);
    };
    return {
      id: session.id,
      phone,
      asks,
      notices,
      kinds,
      delivered,
      signInFrom,
    };
  };

  const startOf = (days: number) => new Date(clock.now().getTime() + days * day);
  type Person = Awaited<ReturnType<typeof person>>;
  const create = async (organizer: Person, event: object = {}): Promise<string> => {
    const startAt = startOf(5);
    const { status, body } = await organizer.asks('POST /v1/events', {
      title: 'Roof party',
      description: 'Songs by the canal.',
      startAt,
      endAt: new Date(startAt.getTime() + 3 * 3_600_000),
      location: { address: 'Maybachufer 1, Berlin', lat: 52.49, lng: 13.42 },
      category: 'music',
      ...event,
    });
    if (status !== 201) throw new Error(`no event: ${JSON.stringify(body)}`);
    return body.id;
  };

  /** A user who accepts an invitation by mail. */
  const guestByMail = async (organizer: Person, eventId: string, address: string) => {
    const guest = await person('Guest');
    await organizer.asks(`POST /v1/events/${eventId}/invites`, { emails: [address] });
    const mail = await until(() => smtp.mails.find(({ to }) => JSON.stringify(to ?? '').includes(address)));
    const [, token = ''] = /\/i\/([\w-]+)/.exec(mail.text ?? '') ?? [];
    const { status } = await guest.asks(`POST /v1/event-invites/${token}/accept`);
    if (status !== 200) throw new Error('not accepted');
    return guest;
  };

  /** The mails about notices. */
  const mailsTo = (address: string) =>
    smtp.mails.filter(
      ({ to, messageId }) => JSON.stringify(to ?? '').includes(address) && messageId?.startsWith('<notice-'),
    );

  return {
    service,
    config,
    start,
    /** The settings of a program that works on its data. */
    settings: { DATABASE_URL: database.url, NODE_ENV: 'test', OTP_PEPPER: otpPepper },
    query,
    clock,
    smtp,
    endpoint,
    logged,
    call,
    person,
    create,
    guestByMail,
    mailsTo,
  };
};

export type TellingService = Awaited<ReturnType<typeof openTellingService>>;
