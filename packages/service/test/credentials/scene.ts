import type { CredentialName, Dependencies, SessionId, UserId } from '@event-platform/domain';
import type { RouteOptions } from 'fastify';
import type { Test } from 'tap';
import { openTestSite } from '../../../guest-pages/test-support/test-site.ts';
import { newEvent, type Person } from '../../../http/test-support/test-app.ts';

/** A route of the composed site. */
export interface SiteRoute {
  readonly method: string;
  readonly url: string;
  readonly credentials: readonly CredentialName[];
  readonly auth: string | undefined;
  /** What its schema says of parts of a request. */
  readonly schema: Readonly<Partial<Record<'params' | 'querystring' | 'headers' | 'body', unknown>>>;
}

export const nameOf = ({ method, url }: Pick<SiteRoute, 'method' | 'url'>): string => `${method} ${url}`;

/** Somebody in whose name a credential opens something. */
export interface Holder {
  readonly id: UserId;
  readonly phone: string;
  readonly accessToken: string;
  readonly refreshToken: string;
  /** The session of the tokens. */
  readonly sessionId: SessionId;
  /** Of another session, which began by a code as well. */
  readonly otherSession: SessionId;
}

const day = 86_400_000;

/** The whole site, with a host whose events stay away for a year of the clock. */
export const openScene = async (t: Test, overrides: Partial<Dependencies> = {}) => {
  const table: RouteOptions[] = [];
  const site = await openTestSite(t, {
    overrides,
    domain: { smsDailyBudget: 1_000_000, smsDailyCap: 1_000_000 },
    app: { instrument: async (app) => void app.addHook('onRoute', (route) => void table.push(route)) },
  });
  const { call, world, person } = site;
  const { domain, clock } = world;
  await site.app.ready();
  const routes: readonly SiteRoute[] = table
    .filter(({ method }) => method !== 'HEAD')
    .map(({ method, url, config, schema = {} }) => ({
      ...{ method: String(method), url, schema },
      credentials: config?.credentials ?? [],
      auth: config?.auth,
    }));

  let count = 0;
  /** An address of a network that nobody came from. */
  const newAddress = (): string => {
    count += 1;
    return `${11 + (count % 200)}.${(count >> 8) & 255}.${count & 255}.7`;
  };
  let phones = 0;
  const newPhone = (): string => {
    phones += 1;
    return `+4930${String(phones).padStart(8, '0')}`;
  };
  /** What an SMS to the phone says; a phone gets one in 30 seconds. */
  const askCode = async (phone: string): Promise<string> => {
    clock.advance(31_000);
    await domain.startSignIn({ phone, network: newAddress() });
    return world.smsSent.at(-1)?.code ?? '';
  };
  const newHolder = async (phone = newPhone()): Promise<Holder> => {
    const body = { phone, code: await askCode(phone) };
    const own = (await call('POST /v1/auth/otp/check', { body, ip: newAddress() })).body;
    const { session } = await domain.checkCode({
      ...{ phone, code: await askCode(phone) },
      network: newAddress(),
      clientName: '',
    });
    const [, payload = ''] = own.accessToken.split('.');
    const { sid } = JSON.parse(Buffer.from(payload, 'base64url').toString());
    return { ...own, id: own.user.id, phone, sessionId: sid, otherSession: session.id };
  };

  /** An event of theirs, with seats and a link that is shared. */
  const newParty = async (organizer: Pick<Person, 'accessToken'>, visibility: 'private' | 'public') => {
    const startAt = new Date(clock.now().getTime() + 300 * day);
    const { body } = await call('POST /v1/events', {
      as: organizer,
      body: {
        ...{ ...newEvent(world), visibility, capacity: 500 },
        startAt: startAt.toISOString(),
        endAt: new Date(startAt.getTime() + day).toISOString(),
      },
    });
    const invites = await call(`POST /v1/events/${body.id}/invites`, {
      as: organizer,
      body: { emails: [`guest-of-${body.id}@example.org`] },
    });
    return { id: body.id as string, link: String(invites.body.inviteLink).split('/i/')[1] ?? '' };
  };
  const host = await person();
  const [party, concert] = [await newParty(host, 'private'), await newParty(host, 'public')];
  const hostId = host.id as UserId;
  const makeAdmin = ({ id: userId }: Pick<Holder, 'id'>, { id: eventId } = party) =>
    domain.addEventAdmin({ eventId, callerId: hostId, userId });
  return {
    ...site,
    host,
    routes,
    newAddress,
    newPhone,
    newHolder,
    askCode,
    newParty,
    makeAdmin,
    party,
    concert,
  };
};

export type Scene = Awaited<ReturnType<typeof openScene>>;
