import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createSocketServer, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { until } from '../../local/until.ts';
import { type Attack, type Finding, finding, type Target } from '../attack.ts';
import { newPhone, type SignedIn, signIn } from '../callers.ts';
import { newEvent } from '../new-event.ts';
import type { Simulation } from '../simulation.ts';

const devicesKept = 10;

/** Expo's service, which takes all: the address of each push, with the event that it is about. */
const startExpo = async ({ teardown }: Target) => {
  const pushed: { readonly to: string; readonly kind: string }[] = [];
  const server = createServer(async (request, response) => {
    const bytes = await buffer(request);
    const text = request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes;
    const messages = JSON.parse(text.toString());
    const data = Array.isArray(messages) ? messages.map(() => ({ status: 'ok', id: randomUUID() })) : {};
    if (Array.isArray(messages))
      for (const { to, data } of messages) pushed.push({ to, kind: data?.kind ?? '' });
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return { pushed, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
};

type Expo = Awaited<ReturnType<typeof startExpo>>;

/** An endpoint of a stranger, which takes connections and says nothing. */
const startSilent = async ({ teardown }: Target) => {
  const sockets = new Set<Socket>();
  let most = 0;
  const server = createSocketServer((socket) => {
    sockets.add(socket);
    most = Math.max(most, sockets.size);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  teardown(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { most: () => most, url: `https://127.0.0.1:${(server.address() as AddressInfo).port}` };
};

const register = (service: Simulation, { token }: SignedIn, platform: string, address: unknown) =>
  service.call(`PUT /v1/me/devices/${randomUUID()}`, { token, body: { platform, token: address } });

const webToken = (endpoint: string) => {
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  const auth = randomBytes(16).toString('base64url');
  return { endpoint, keys: { p256dh: keys.getPublicKey('base64url'), auth } };
};

/** One account registers many devices at once, with the longest tokens. */
const manyDevices = async (service: Simulation, attacker: SignedIn, count: number): Promise<Finding> => {
  const long = 'x'.repeat(4_000);
  const statuses = await Promise.all(
    Array.from(
      { length: count },
      async (_, number) =>
        (await register(service, attacker, 'expo', `ExponentPushToken[${long}${number}]`)).status,
    ),
  );
  const { body } = await service.call('GET /v1/me/devices', { token: attacker.token });
  const kept = body.data.length;
  const taken = statuses.filter((status) => status === 200).length;
  return finding(
    `${count} devices at once, each with a token of 4 kB`,
    '1 account',
    `${taken} taken, ${kept} kept`,
    [
      [taken > 0 && kept <= devicesKept, `${kept} devices kept`],
      [statuses.every((status) => status === 200 || status === 429), `statuses ${[...new Set(statuses)]}`],
    ],
  );
};

/** Guests answer back and forth: the organizer's phones ring once an hour. */
const hotEvent = async (
  service: Simulation,
  { pushed }: Expo,
  guests: readonly SignedIn[],
  rounds: number,
): Promise<Finding> => {
  const organizer = await signIn(service, newPhone(), { from: '10.5.0.1' });
  const own = Array.from({ length: devicesKept }, (_, number) => `ExponentPushToken[organizer${number}]`);
  for (const address of own) await register(service, organizer, 'expo', address);
  const eventId = await newEvent(service, organizer);
  let answers = 0;
  for (let round = 0; round < rounds; round += 1)
    for (const { token } of guests) {
      const status = round % 2 === 0 ? 'going' : 'interested';
      const response = await service.call(`POST /v1/events/${eventId}/rsvp`, { token, body: { status } });
      if (response.status === 200) answers += 1;
    }
  const rang = () => pushed.filter(({ to }) => own.includes(to)).length;
  await until('the push of the first answers', () => rang() >= devicesKept);
  // A push that was queued before the cancellation has come by then.
  await service.call(`POST /v1/events/${eventId}/cancel`, { token: organizer.token, body: {} });
  await until('the push of the cancellation', () => pushed.some(({ kind }) => kind === 'event_cancelled'));
  const { body } = await service.call('GET /v1/me/notices', { token: organizer.token });
  return finding(
    `${answers} answers back and forth to an event`,
    `${guests.length} accounts`,
    `${rang()} pushes to the organizer’s ${devicesKept} devices, ${body.meta.total} row`,
    rang() <= devicesKept && body.meta.total === 1,
  );
};

/** Guests whose browsers' endpoints say nothing, beside one with a phone. */
const silentEndpoints = async (
  service: Simulation,
  { pushed }: Expo,
  silent: Awaited<ReturnType<typeof startSilent>>,
  guests: readonly SignedIn[],
): Promise<Finding> => {
  const organizer = await signIn(service, newPhone(), { from: '10.5.1.1' });
  const eventId = await newEvent(service, organizer);
  const [victim, ...strangers] = guests as [SignedIn, ...SignedIn[]];
  let endpoints = 0;
  for (const stranger of strangers)
    for (let device = 0; device < devicesKept; device += 1) {
      const address = webToken(`${silent.url}/${randomUUID()}`);
      if ((await register(service, stranger, 'web', address)).status === 200) endpoints += 1;
    }
  const phone = 'ExponentPushToken[victim]';
  await register(service, victim, 'expo', phone);
  // The victim is told last.
  for (const { token } of [...strangers, victim])
    await service.call(`POST /v1/events/${eventId}/rsvp`, { token, body: { status: 'going' } });
  await service.call(`POST /v1/events/${eventId}/cancel`, { token: organizer.token, body: {} });
  const toldMs = await until('the push to the victim', () => pushed.some(({ to }) => to === phone));
  await until('an endpoint to be asked', () => silent.most() > 0);
  return finding(
    `${endpoints} endpoints that take connections and say nothing`,
    `${strangers.length} accounts`,
    `another guest’s phone is told after ${(toldMs / 1_000).toFixed(1)} s, ${silent.most()} connections at most`,
    toldMs < 10_000 && silent.most() <= 64,
  );
};

export const pushFlood: Attack = {
  name: 'push-flood',
  about: 'devices by the hundred, answers back and forth, endpoints that say nothing',
  run: async (target) => {
    const expo = await startExpo(target);
    const vapid = createECDH('prime256v1');
    vapid.generateKeys();
    const service = await target.openSimulation({
      ...{ QUOTA_SCALE: '10', PUSH: 'expo,web', EXPO_URL: expo.url },
      VAPID_KEYS: `${vapid.getPublicKey('base64url')}:${vapid.getPrivateKey('base64url')}`,
      VAPID_SUBJECT: 'mailto:help@example.com',
    });
    const silent = await startSilent(target);
    const guests: SignedIn[] = [];
    for (let index = 0; index < (target.isShort ? 8 : 20); index += 1)
      guests.push(await signIn(service, newPhone(), { from: `10.6.${index}.1` }));
    return [
      await manyDevices(service, guests[0] as SignedIn, target.isShort ? 50 : 200),
      await hotEvent(service, expo, guests, target.isShort ? 4 : 20),
      await silentEndpoints(service, expo, silent, guests),
    ];
  },
};
