import { randomBytes, randomUUID } from 'node:crypto';
import { libphonenumberPhoneNumbers } from '@event-platform/adapters-notify';
import {
  createDomain,
  createRunOnce,
  type Dependencies,
  defaultSettings,
  type UserId,
} from '@event-platform/domain';
import { memoryPictureDecoder, memoryPictureStore } from '@event-platform/domain/memory';
import { type App, buildApp } from '@event-platform/http';
import { mailboxKeys, nodePorts } from '@event-platform/node';
import { pino } from 'pino';
import { openTestPostgres } from '../../../adapters-postgres/test-support/open-test-postgres.ts';
import '../../../http/test-support/never-shed.ts';
import type { Pool } from './valid-values.ts';

/** A signed-in user. */
export interface SignedInUser {
  readonly phone: string;
  readonly id: string;
  accessToken: string;
  refreshToken: string;
}

/** The application over a real database, with users and events in it. */
export interface FuzzWorld {
  readonly app: App;
  /** The senders of fuzzed requests. */
  readonly people: SignedInUser[];
  /** Replaces a sender that has deleted its account or logged out. */
  renew(index: number): Promise<void>;
  readonly pools: Readonly<Record<Exclude<Pool, 'code'>, string[]>>;
  /** The sender that owns a resource, and the event of an invitation. */
  readonly owners: Map<string, number>;
  readonly eventOf: Map<string, string>;
  /** The last code sent to a phone. */
  codeFor(phone: string): string;
  /** The code that proves the address that a sender asked for last. */
  emailCodeFor(index: number): Promise<string | null>;
  /** Texts that no response may contain: of users and events without a relation to any sender. */
  readonly canaries: readonly string[];
  /** Phones that only responses to their owner may contain. */
  readonly phones: ReadonlySet<string>;
  /** Everything that was logged at level error or above. */
  readonly errors: readonly string[];
  nextAddress(): string;
  close(): Promise<void>;
}

const day = 86_400_000;
const publicUrl = 'https://events.example.com';
const plenty = 1_000_000_000;

export const openFuzzWorld = async (): Promise<FuzzWorld> => {
  const database = await openTestPostgres();
  const { postgres, stores } = database;
  const codes = new Map<string, string>();
  const errors: string[] = [];
  const ports = nodePorts([randomBytes(32)]);
  const { clock } = ports;
  const dependencies: Dependencies = {
    stores,
    unitOfWork: postgres.unitOfWork,
    ...ports,
    mailboxKeys: mailboxKeys(postgres.sealedKeys, [randomBytes(32)], () => undefined),
    phones: libphonenumberPhoneNumbers(),
    codeSender: { sendCode: async ({ phone, code }) => void codes.set(phone, code) },
    smsSender: { sendText: async () => undefined },
    mailer: { sendInvitation: async () => 'sent' },
    emailCodeMailer: { sendEmailCode: async () => 'sent' },
    noticeMailer: { sendNotice: async () => 'sent', sendDigest: async () => 'sent' },
    pictureStore: memoryPictureStore(clock).store,
    pictureDecoder: memoryPictureDecoder(),
    purgePictures: async () => undefined,
    pushSender: { send: async () => ({ outcome: 'taken' }), receipt: async () => 'delivered' },
    webhookSender: { post: async () => 200 },
    webhookSecrets: { of: async () => 'whsec_' },
    jitter: Math.random,
    auditLog: { record: () => undefined },
    settings: {
      ...defaultSettings,
      smsDailyBudget: plenty,
      smsDailyCap: plenty,
      emailDailyCap: plenty,
      allowLoopbackWebhooks: true,
      quotaScale: 0,
      push: { ...defaultSettings.push, platforms: ['fcm', 'expo'] },
    },
  };
  const app = await buildApp({
    domain: createDomain(dependencies),
    runOnce: createRunOnce({ ...dependencies, idempotency: postgres.idempotency }),
    quotas: postgres.stores.quotas,
    clock,
    settings: {
      appName: 'Event Platform',
      publicUrl,
      jwtKeys: [{ kid: 'first', secret: randomBytes(32) }],
      refreshSecrets: [randomBytes(32)],
      trustProxy: [],
      corsOrigins: [],
      currency: 'EUR',
      maxConcurrentRequests: 1_000,
    },
    ready: async () => void (await postgres.ping()),
    isDraining: () => false,
    logger: pino({ base: null, level: 'error' }, { write: (line) => void errors.push(line) }),
  });

  let addresses = 0;
  const nextAddress = () => {
    addresses += 1;
    return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
  };
  const call = async (method: 'GET' | 'POST', url: string, who?: SignedInUser, body?: object) => {
    const response = await app.inject({
      method,
      url,
      remoteAddress: nextAddress(),
      headers: who ? { authorization: `Bearer ${who.accessToken}` } : {},
      ...(body ? { payload: body } : {}),
    });
    if (response.statusCode >= 300)
      throw new Error(`${method} ${url}: ${response.statusCode} ${response.body}`);
    return response.json();
  };

  const phones = new Set<string>();
  let people = 0;
  const signIn = async (): Promise<SignedInUser> => {
    people += 1;
    // Each block of 10,000 numbers has its own budget.
    const phone = `+49151${String(3_000_000 + people * 10_007).padStart(8, '0')}`;
    phones.add(phone);
    await call('POST', '/v1/auth/otp/start', undefined, { phone });
    const { user, ...tokens } = await call('POST', '/v1/auth/otp/check', undefined, {
      phone,
      code: codes.get(phone),
    });
    return { phone, id: user.id, ...tokens };
  };
  const event = async (who: SignedInUser, title: string, visibility = 'public') => {
    const startAt = new Date(Date.now() + day).toISOString();
    const endAt = new Date(Date.now() + 2 * day).toISOString();
    const location = { address: `${title} street 1`, lat: 52.49, lng: 13.42 };
    const body = { title, description: title, startAt, endAt, location, category: 'music', visibility };
    return (await call('POST', '/v1/events', who, body)).id as string;
  };

  const [keeper, bystander] = [await signIn(), await signIn()];
  const secrets = [
    await event(keeper, 'Canary party', 'private'),
    await event(keeper, 'Canary wedding', 'private'),
  ];
  const keptCircle = await call('POST', '/v1/me/circles', keeper, { name: 'Canary circle' });
  await call('POST', `/v1/me/circles/${keptCircle.id}/members`, keeper, { userIds: [bystander.id] });
  for (const id of secrets)
    await call('POST', `/v1/events/${id}/invites`, keeper, {
      userIds: [bystander.id],
      emails: ['canary.guest@example.com'],
    });
  const invites = await call('GET', `/v1/events/${secrets[0]}/invites`, keeper);

  const senders = [await signIn(), await signIn(), await signIn()];
  const [organizer] = senders as [SignedInUser];
  const events = [
    ...secrets,
    await event(keeper, 'Open concert'),
    await event(organizer, 'Jazz on the roof'),
    await event(organizer, 'Rooftop birthday', 'private'),
  ];
  const guests = Array.from({ length: 12 }, (_, n) => `+44770090${String(100 + n * 7).padStart(4, '0')}`);
  for (const phone of guests) phones.add(phone);

  const owners = new Map(events.slice(-2).map((id) => [id, 0]));
  const users = [...senders, keeper, bystander].map(({ id }) => id);

  return {
    app,
    people: senders,
    renew: async (index) => {
      const person = await signIn();
      senders[index] = person;
      users[index] = person.id;
      for (const [id, owner] of owners) if (owner === index) owners.delete(id);
    },
    pools: {
      event: [...events, '01970000-0000-7000-8000-00000000dead'],
      user: users,
      circle: [keptCircle.id],
      invite: (invites.data as { id: string }[]).map(({ id }) => id),
      token: ['AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
      feed: ['AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
      refresh: [(await signIn()).refreshToken],
      phone: guests,
      username: ['unknown-7'],
      picture: ['01970000-0000-7000-8000-00000000dead'],
      device: Array.from({ length: 5 }, () => randomUUID()),
      session: ['01970000-0000-7000-8000-00000000dead'],
      webhook: ['01970000-0000-7000-8000-00000000dead'],
      series: ['01970000-0000-7000-8000-00000000dead'],
    },
    owners,
    eventOf: new Map(),
    codeFor: (phone) => codes.get(phone) ?? '0000',
    emailCodeFor: async (index) => {
      const userId = senders[index]?.id as UserId;
      const proof = await stores.accountEmails.open({ userId }, clock.now());
      return proof && ports.codes.emailCode(proof, proof.email);
    },
    canaries: ['Canary ', 'canary.guest@', keeper.phone.slice(1), bystander.phone.slice(1)],
    phones,
    errors,
    nextAddress,
    close: async () => {
      await app.close();
      await database.close();
    },
  };
};
