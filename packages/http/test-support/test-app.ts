import type { Readable } from 'node:stream';
import type { Dependencies, DomainSettings } from '@event-platform/domain';
import { createMemoryWorld, type MemoryWorld } from '@event-platform/domain/memory';
import { pino } from 'pino';
import type { Test } from 'tap';
import { type App, type AppDependencies, type AppSettings, buildApp } from '../src/index.ts';
import './never-shed.ts';

export const publicUrl = 'https://events.example.com';

const settings: AppSettings = {
  appName: 'Lantern',
  publicUrl,
  jwtKeys: [{ kid: 'first', secret: Buffer.alloc(32, 1) }],
  refreshSecrets: [Buffer.alloc(32, 2)],
  trustProxy: [],
  corsOrigins: [],
  currency: 'EUR',
  maxConcurrentRequests: 1_000,
};

/** What a call came back with; `body` is parsed where it is JSON. */
export interface CallResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  // biome-ignore lint/suspicious/noExplicitAny: what the service says is what the tests are there to find out
  readonly body: any;
  readonly text: string;
}

export interface Call {
  /** Who calls. */
  readonly as?: { readonly accessToken: string } | undefined;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is. */
  readonly raw?: string | Buffer | Readable;
  readonly headers?: Readonly<Record<string, string>>;
  readonly ip?: string;
}

export interface Person {
  readonly id: string;
  readonly phone: string;
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly username: string;
}

export interface TestApp {
  readonly app: App;
  readonly world: MemoryWorld;
  /** `target` is a method and a path, such as `GET /v1/events`. */
  call(target: string, call?: Call): Promise<CallResponse>;
  /** A new user who signed in. */
  person(): Promise<Person>;
  /** An event of theirs, tomorrow for two hours. */
  // biome-ignore lint/suspicious/noExplicitAny: as in Answer
  event(organizer: Person, changes?: object): Promise<any>;
  /** Every line that was logged. */
  readonly logged: string[];
}

/** The application over a world in memory; closed with the test. */
export const openTestApp = async (
  t: Test,
  {
    with: changed = {},
    app: appNeeds = {},
    pages,
    domain = {},
    overrides = {},
  }: {
    readonly with?: Partial<AppSettings>;
    readonly app?: Partial<AppDependencies>;
    readonly pages?: (world: MemoryWorld) => AppDependencies['pages'];
    readonly domain?: Partial<DomainSettings>;
    readonly overrides?: Partial<Dependencies>;
  } = {},
): Promise<TestApp> => {
  const world = createMemoryWorld({ settings: domain, overrides });
  const logged: string[] = [];
  const app = await buildApp({
    domain: world.domain,
    runOnce: world.runOnce,
    quotas: world.quotas,
    clock: world.clock,
    pages: pages?.(world),
    settings: { ...settings, ...changed },
    ready: async () => undefined,
    isDraining: () => false,
    logger: pino({ base: null }, { write: (line) => void logged.push(line) }),
    ...appNeeds,
  });
  t.teardown(() => app.close());

  const call = async (
    target: string,
    { as, body, raw, headers = {}, ip }: Call = {},
  ): Promise<CallResponse> => {
    const [method, url] = target.split(/ (.*)/s) as ['GET', string];
    const response = await app.inject({
      method,
      url,
      headers: {
        ...(as ? { authorization: `Bearer ${as.accessToken}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      ...(raw === undefined ? {} : { payload: raw }),
      ...(ip === undefined ? {} : { remoteAddress: ip }),
    });
    const isJson = /json/.test(String(response.headers['content-type'])) && response.body !== '';
    return {
      status: response.statusCode,
      headers: response.headers,
      body: isJson ? JSON.parse(response.body) : null,
      text: response.body,
    };
  };

  let people = 0;
  const person = async (): Promise<Person> => {
    people += 1;
    const phone = `+4917${String(people).padStart(8, '0')}`;
    const ip = `10.1.${people >> 8}.${people & 255}`;
    /** A refusal, such as one of an overloaded machine, is what the test fails of. */
    const sure = async (target: string, body: object) => {
      const response = await call(target, { body, ip });
      if (response.status !== 200) throw new Error(`${target}: ${response.status} ${response.text}`);
      return response.body;
    };
    await sure('POST /v1/auth/otp/start', { phone });
    const body = await sure('POST /v1/auth/otp/check', { phone, code: world.smsSent.at(-1)?.code });
    const { accessToken, refreshToken } = body;
    const me = await call('GET /v1/auth/me', { as: body });
    return { id: body.user.id, phone, accessToken, refreshToken, username: me.body.username };
  };

  const event = async (organizer: Person, changes: object = {}) => {
    const { body } = await call('POST /v1/events', {
      as: organizer,
      body: { ...newEvent(world), ...changes },
    });
    return body;
  };
  return { app, world, call, person, event, logged };
};

const day = 86_400_000;

/** The body of a sound event. */
export const newEvent = ({ clock }: MemoryWorld) => ({
  title: 'Lantern concert',
  description: 'Songs by the canal.',
  startAt: new Date(clock.now().getTime() + day).toISOString(),
  endAt: new Date(clock.now().getTime() + day + 7_200_000).toISOString(),
  location: { address: 'Maybachufer 1, Berlin', lat: 52.4931, lng: 13.4266 },
  category: 'music',
});

/** The members that only some problems have. */
const more: Readonly<Record<string, readonly string[]>> = {
  invalid_request: ['errors'],
  proof_required: ['challenge'],
  capacity_below_booked: ['bookedCount'],
  quantity_below_claimed: ['claimed'],
  item_taken: ['left'],
  push_unavailable: ['platforms'],
  account_suspended: ['reason'],
};

/** Fails unless the answer is that problem, in full. */
export const isProblem = (
  t: Test,
  response: CallResponse,
  status: number,
  code: string,
  about = code,
): void => {
  t.equal(response.status, status, `${about}: status`);
  t.equal(response.headers['content-type'], 'application/problem+json', `${about}: media type`);
  t.equal(response.headers['cache-control'], 'no-store', `${about}: not for caches`);
  t.match(
    response.body,
    { type: `${publicUrl}/problems/${code}`, title: /\w/, status, detail: /\w/, code },
    `${about}: body`,
  );
  t.equal(response.body?.requestId, response.headers['x-request-id'], `${about}: request id`);
  const members = ['code', 'detail', 'requestId', 'status', 'title', 'type'];
  t.strictSame(
    Object.keys(response.body ?? {}).sort(),
    [...members, ...(more[code] ?? [])].sort(),
    `${about}: members`,
  );
};

export const uuidv7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
