import type { Test } from 'tap';
import { type ServedWorld, serveInMemory } from '../../../http/test-support/serve-in-memory.ts';
import {
  type ClientSettings,
  createClient,
  type EventPlatformClient,
  memoryStorage,
  type Tokens,
} from '../../src/index.ts';

/** The service on a socket of this machine. */
export type ServedPlatform = ServedWorld;

/** Serves until the test ends. */
export const servePlatform = async (t: Test): Promise<ServedPlatform> => {
  const served = await serveInMemory();
  t.teardown(served.close);
  return served;
};

let people = 0;

/** A `fetch` from a network of its own. */
export const fetchFromNetwork = (): typeof fetch => {
  people += 1;
  const address = `10.${people >> 8}.${people & 255}.1`;
  return (url, { headers, ...init } = {}) =>
    fetch(url, { ...init, headers: { ...(headers as Record<string, string>), 'x-forwarded-for': address } });
};

export interface Visitor {
  readonly client: EventPlatformClient;
  readonly phone: string;
  readonly tokens: ReturnType<typeof memoryStorage<Tokens>>;
}

/** Someone with an app, not signed in. */
export const visitorOf = (
  { url }: Pick<ServedPlatform, 'url'>,
  more: Partial<ClientSettings> = {},
): Visitor => {
  const tokens = memoryStorage<Tokens>();
  const client = createClient({ baseUrl: url, tokens, fetch: fetchFromNetwork(), ...more });
  return { client, phone: `+4917${String(people).padStart(8, '0')}`, tokens };
};

/** Signs them in; returns what the client responses. */
export const signIn = async (
  { world }: ServedPlatform,
  { client, phone }: Pick<Visitor, 'client' | 'phone'>,
) => {
  world.clock.advance(31_000); // One SMS to a phone in 30 seconds.
  await client.startSignIn({ phone });
  return client.checkCode({ phone, code: world.smsSent.at(-1)?.code ?? '' });
};

/** Someone who is signed in. */
export const personOf = async (
  platform: ServedPlatform,
  more: Partial<ClientSettings> = {},
): Promise<Visitor & { readonly id: string }> => {
  const visitor = visitorOf(platform, more);
  const { user } = await signIn(platform, visitor);
  return { ...visitor, id: user.id };
};

/** Ends the validity of all access tokens. */
export const expireAccessTokens = ({ world }: ServedPlatform): void => world.clock.advance(16 * 60_000);

const day = 86_400_000;

/** A sound event of tomorrow. */
export const newEvent = ({ world }: ServedPlatform) => {
  const now = world.clock.now().getTime();
  return {
    title: 'Lantern concert',
    description: 'Songs by the canal.',
    startAt: new Date(now + day).toISOString(),
    endAt: new Date(now + day + 7_200_000).toISOString(),
    location: { address: 'Maybachufer 1, Berlin', lat: 52.4931, lng: 13.4266 },
    category: 'music',
  };
};
