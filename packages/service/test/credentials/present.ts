import type { CredentialName, EmailProof, SessionId } from '@event-platform/domain';
import { newChange } from '@event-platform/domain';
import { formTokens } from '../../../guest-pages/src/forms/form-token.ts';
import { signedValues } from '../../../guest-pages/src/forms/signed-values.ts';
import { guestCookie } from '../../../guest-pages/src/pages/guest/guest-cookie.ts';
import { anyPage } from '../../../guest-pages/src/pages/guest/guest-headers.ts';
import { type Call, publicUrl } from '../../../http/test-support/test-app.ts';
import { type Holder, nameOf, type Scene, type SiteRoute } from './scene.ts';

/** A credential that somebody holds, and a text of its form that nobody was given. */
export interface Held {
  readonly value: string;
  readonly forged: string;
  /** The session that a sign-out ends. */
  readonly sessionId: SessionId;
}

/** What shows whether a credential opens: the answer, and what happens. */
export type Outcome = readonly unknown[];

/** How the walk gets one kind of credential and presents it. */
export interface Probe {
  give(scene: Scene, holder: Holder, route: SiteRoute): Promise<Held>;
  /** What happens between the event and the first presenting. */
  prepare?(scene: Scene, holder: Holder, route: SiteRoute): Promise<void>;
  present(scene: Scene, value: string, route: SiteRoute, holder: Holder): Promise<Outcome>;
  /** Routes of one share are presented one and the same credential, which outlives it; each has its own when absent. */
  shareOf?(route: SiteRoute): string;
  /** Whether the route is there for what an event leaves behind. */
  outlasts?(step: string, route: SiteRoute): boolean;
  /** Whether an answer says that it is closed, though it differs from that to a forged one. */
  isRefusal?(outcome: Outcome): boolean;
}

/** Those of `openTestSite`. */
const formSecrets = [Buffer.alloc(32, 3)];
const unknown = '01970000-0000-7000-8000-00000000dead';

/** Another text of the same form: one character of its last part is another. */
export const forge = (value: string): string => {
  const at = Math.max(0, value.length - 10);
  return value.slice(0, at) + (value[at] === 'A' ? 'B' : 'A') + value.slice(at + 1);
};

const held = (value: string, sessionId: SessionId, forged = forge(value)): Held => ({
  ...{ value, forged, sessionId },
});

/** Events that a page is about: guests are known on that of a private one alone; reports are of public ones, and
 * a link that is replaced is none that others are shown. */
const eventOf = ({ party, concert }: Scene, { url }: Pick<SiteRoute, 'url'>) =>
  url.includes('/report') || url.endsWith('/rotate') ? concert : party;

/** The path of a route with its parameters filled in; ids that no page is about are unknown ones. */
const pathOf = (scene: Scene, { url }: Pick<SiteRoute, 'url'>, { event, token }: Filling = {}): string => {
  const { id, link } = event ?? eventOf(scene, { url });
  return url
    .replace(':token', token ?? link)
    .replace(/^\/(e|organise)\/:id/, `/$1/${id}`)
    .replace(':code', 'forbidden')
    .replace(/:\w+/g, unknown);
};

interface Filling {
  readonly event?: Scene['party'];
  readonly token?: string;
}

/** What a call leads to, without what differs from request to request. */
const ask = async (scene: Scene, target: string, call: Call): Promise<Outcome> => {
  const seen = scene.world.auditEntries.length;
  const { status, text } = await scene.call(target, { ip: scene.newAddress(), ...call });
  const events = scene.world.auditEntries.slice(seen).map(({ event }) => event);
  const comparable = text
    .replace(/(name="(?:form|once|receipt)" value=")[^"]*/g, '$1')
    .replace(/"requestId": ?"[^"]*"/g, '');
  return [status, comparable, events.filter((event) => event === 'session_ended')];
};

/** Whose forms a route takes. */
const pageOf = ({ url }: Pick<SiteRoute, 'url'>): string =>
  url === '/sign-out' ? anyPage : url.slice(0, url.lastIndexOf('/')) || url;

const answerOn = ({ url }: Pick<SiteRoute, 'url'>): string => (url.includes('/report') ? 'spam' : 'going');

/** Sends the form of the page that a route belongs to, as it would be served to the browser of a cookie. */
const sendForm = (
  scene: Scene,
  route: SiteRoute,
  fields: Readonly<Record<string, string>>,
  { cookie, ...filling }: Filling & { readonly cookie?: string } = {},
): Promise<Outcome> => {
  const path = pathOf(scene, route, filling);
  const headers: Record<string, string> = cookie === undefined ? {} : { cookie: `__Host-session=${cookie}` };
  const session = guestCookie(formSecrets, publicUrl).read({ headers })?.sessionId ?? null;
  const form = formTokens(formSecrets, scene.world.clock).issue(pageOf({ url: path }), session);
  return ask(scene, `POST ${path}`, {
    raw: new URLSearchParams({ form, answer: answerOn(route), name: 'Ada', ...fields }).toString(),
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
  });
};

const bodyFor = ({ method }: SiteRoute): Pick<Call, 'body'> =>
  method === 'GET' || method === 'DELETE' ? {} : { body: [] };

/** A body that no route takes is refused after its bearer was admitted. */
const bearer: Probe = {
  give: async (_scene, { accessToken, sessionId }) => held(accessToken, sessionId),
  present: (scene, accessToken, route) =>
    ask(scene, `${route.method} ${pathOf(scene, route)}`, { as: { accessToken }, ...bodyFor(route) }),
  shareOf: (route) =>
    nameOf(route) === 'DELETE /v1/auth/me' ? 'last' : route.auth === 'operator' ? 'operators' : 'all',
};

/** The answer with a code on a page, which makes a cookie or a receipt. */
const enter = async (
  scene: Scene,
  { phone }: Holder,
  url: string,
  more: Readonly<Record<string, string>> = {},
) => {
  const path = pathOf(scene, { url });
  const form = formTokens(formSecrets, scene.world.clock).issue(pageOf({ url: path }), null);
  const fields = { form, phone, code: await scene.askCode(phone), answer: answerOn({ url }), ...more };
  return scene.call(`POST ${path}`, {
    raw: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    ip: scene.newAddress(),
  });
};

/** A guest of the private event, and a manager of it: its pages are open to them. */
const welcome = async (scene: Scene, holder: Holder): Promise<void> => {
  await scene.world.domain.acceptInvitation({ token: scene.party.link, userId: holder.id });
  await scene.makeAdmin(holder);
};

const entrances: Readonly<Record<string, string>> = {
  '/e/:id': '/e/:id/sign-in/enter',
  '/e/:id/sign-in': '/e/:id/sign-in/enter',
  '/e/:id/report': '/e/:id/report/send',
  '/i/:token': '/i/:token/accept',
  '/i/:token/report': '/i/:token/report/send',
  '/notice-settings': '/notice-settings/enter',
};

/** The session that a signed text names. */
const sessionOfForm = (value: string, purpose: string): SessionId =>
  (signedValues(formSecrets, purpose).read(value)?.split(' ')[0] ?? '') as SessionId;

const stranger = { network: '203.0.113.0', clientName: '' } as const;

/** Guesses that are wrong until strangers have none left, or SMS until strangers get none. */
const spendBudgetOfStrangers = async (scene: Scene, { phone }: Holder, route: SiteRoute): Promise<void> => {
  const { clock, domain } = scene.world;
  if (route.url.endsWith('/start')) {
    for (let sent = 0; sent < 6; sent += 1) {
      clock.advance(31_000);
      await domain.startSignIn({ phone, network: scene.newAddress() }).catch(() => null);
    }
    return;
  }
  const code = await scene.askCode(phone);
  for (let guess = 0; guess < 3; guess += 1)
    await domain.checkCode({ ...stranger, phone, code: forge(code) }).catch(() => null);
};

const askEmailProof = async (
  { world: { domain, dependencies } }: Scene,
  { id: userId, sessionId }: Holder,
): Promise<EmailProof> => {
  await domain.askEmailProof({ userId, sessionId, email: `${userId}@example.org` });
  const proof = await dependencies.stores.accountEmails.open({ userId }, dependencies.clock.now());
  if (!proof) throw new Error('a proof is open');
  return proof;
};

export const probes: Readonly<Record<CredentialName, Probe>> = {
  accessToken: bearer,
  sessionToken: bearer,
  code: {
    give: async (scene, { phone, sessionId }) => {
      const code = await scene.askCode(phone);
      return held(code, sessionId, String((Number(code) + 1) % 1_000_000).padStart(6, '0'));
    },
    present: (scene, code, route, { phone }) =>
      route.url.startsWith('/v1/')
        ? ask(scene, nameOf(route), { body: { phone, code } })
        : // A private event has no form for those whom it does not know.
          sendForm(scene, route, { phone, code, once: `${phone} ${code}` }, { event: scene.concert }),
  },
  refreshToken: {
    give: async (_scene, { refreshToken, sessionId }) => held(refreshToken, sessionId),
    present: (scene, refreshToken, route) =>
      ask(scene, nameOf(route), { body: { refreshToken } }).then(([status]) => [status]),
  },
  knownDevice: {
    give: async (_scene, { refreshToken, sessionId }) => held(refreshToken, sessionId),
    prepare: spendBudgetOfStrangers,
    present: async (scene, device, route, { phone }) => {
      const { smsSent } = scene.world;
      if (!route.url.endsWith('/start')) {
        const [status] = await ask(scene, nameOf(route), {
          body: { phone, device, code: smsSent.at(-1)?.code },
        });
        return [status];
      }
      scene.world.clock.advance(31_000);
      const sent = smsSent.length;
      const [status] = await ask(scene, nameOf(route), { body: { phone, device } });
      return [status, smsSent.length - sent];
    },
    // Of the account, not of the device.
    isRefusal: () => false,
  },
  pageCookie: {
    // Within the time in which an exchange may be repeated, which does not pass here.
    shareOf: ({ url }) => (/\/(?:sign-out|end-others|confirm)$/.test(url) ? url : 'all'),
    give: async (scene, holder) => {
      await welcome(scene, holder);
      const { headers } = await enter(scene, holder, '/notice-settings/enter', { stay: '1' });
      const value = /=([^;]*)/.exec(String(headers['set-cookie']))?.[1] ?? '';
      return held(value, sessionOfForm(value, 'guest session'));
    },
    present: (scene, cookie, route) =>
      route.method === 'GET'
        ? ask(scene, `GET ${pathOf(scene, route)}`, {
            // `/about` is JSON to all but browsers.
            headers: { cookie: `__Host-session=${cookie}`, accept: 'text/html' },
          })
        : sendForm(scene, route, route.url.endsWith('/code') ? { phone: scene.newPhone() } : {}, { cookie }),
  },
  formReceipt: {
    shareOf: pageOf,
    give: async (scene, holder, route) => {
      await welcome(scene, holder);
      const page = pageOf(route);
      const { text } = await enter(scene, holder, entrances[page] ?? page);
      const value = /name="receipt" value="([^"]*)/.exec(text)?.[1] ?? '';
      const path = pathOf(scene, { url: page });
      return held(value, sessionOfForm(value, `guest receipt\n${path}`));
    },
    present: (scene, receipt, route) =>
      sendForm(scene, route, {
        receipt,
        ...(route.url.endsWith('/code') ? { phone: scene.newPhone() } : {}),
      }),
  },
  feedAddress: {
    give: async ({ world }, { id, sessionId }) =>
      held((await world.domain.getCalendarFeed({ userId: id })).token, sessionId),
    present: (scene, token, route) => ask(scene, `GET ${pathOf(scene, route, { token })}`, {}),
  },
  webhook: {
    give: async (scene, holder) => {
      await scene.makeAdmin(holder);
      const url = `https://${holder.id}.example.org/`;
      const types = ['rsvp.changed'];
      const { webhook } = await scene.world.domain.createWebhook({ callerId: holder.id, url, types });
      return held(webhook.id, holder.sessionId, unknown);
    },
    present: async ({ world, party }, id) => {
      const { domain, dependencies, clock } = world;
      const { ids, stores } = dependencies;
      const sent = world.webhooksSent.length;
      const eventId = party.id as NonNullable<ReturnType<typeof newChange>['eventId']>;
      await domain.followChanges({
        changes: [newChange('rsvp.changed', clock.now(), { id: ids.next(), eventId })],
      });
      const { items } = await stores.deliveries.list(id, { page: 1, limit: 10 });
      for (const { id: deliveryId } of items) await domain.attemptDelivery({ deliveryId, attempt: 0 });
      return [world.webhooksSent.length > sent];
    },
  },
  pushDevice: {
    give: async ({ world }, { id: userId, sessionId }) => {
      const deviceId = world.dependencies.ids.next();
      const device = { userId, sessionId, deviceId, platform: 'fcm', pushToken: deviceId } as const;
      return held((await world.domain.registerDevice(device)).id, sessionId, unknown);
    },
    present: async ({ world }, deviceId, _route, { id: userId }) => {
      const { domain, dependencies, clock, pushesSent } = world;
      const { ids, stores } = dependencies;
      const sent = pushesSent.length;
      const [id, key, noticeId] = [ids.next(), ids.next(), ids.next()];
      const content = { kind: 'new_sign_in', event: null, changes: null, text: null } as const;
      await stores.notices.open({ id, key, ...content, createdAt: clock.now() });
      await stores.notices.add(id, [{ id: noticeId, userId }], clock.now());
      await domain.deliverPush({ noticeId, deviceId, attempt: 0 });
      return [pushesSent.length > sent];
    },
  },
  invitationLink: {
    shareOf: () => 'all',
    give: async (scene, holder) => held((await scene.newParty(holder, 'private')).link, holder.sessionId),
    present: async (scene, token, route) => {
      if (!route.url.startsWith('/v1/') && route.method === 'POST')
        return sendForm(scene, route, { phone: scene.newPhone() }, { token });
      const as = route.auth === 'required' ? await scene.person() : undefined;
      const { method } = route;
      return ask(scene, `${method} ${pathOf(scene, route, { token })}`, {
        as,
        ...(method === 'POST' ? { body: {} } : {}),
      });
    },
    isRefusal: ([status]) => status === 404,
    // The events of an erased account are cancelled, and a cancelled one can be reported.
    outlasts: (step, { url }) => step === 'erase' && url.includes('/report'),
  },
  ticket: {
    shareOf: () => 'all',
    give: async ({ world: { domain }, concert }, holder) => {
      const { booking } = await domain.bookSeats({ eventId: concert.id, userId: holder.id, quantity: 1 });
      return held(booking.code ?? '', holder.sessionId);
    },
    present: async (scene, ticket, route) => {
      const { concert: event, newHolder, makeAdmin } = scene;
      const manager = await newHolder();
      await makeAdmin(manager, event);
      if (route.url.startsWith('/v1/')) {
        const path = route.url.replace(':id', event.id);
        return ask(scene, `POST ${path}`, { as: manager, body: { code: ticket } });
      }
      const cookie = signedValues(formSecrets, 'guest session').sign(`${manager.otherSession} 0`);
      return sendForm(scene, route, { ticket }, { cookie, event }).then(([status]) => [status]);
    },
  },
  emailCode: {
    give: async (scene, holder) => {
      const proof = await askEmailProof(scene, holder);
      const code = scene.world.dependencies.codes.emailCode(proof, proof.email);
      return held(code, holder.sessionId, String((Number(code) + 1) % 1_000_000).padStart(6, '0'));
    },
    present: async (scene, code, route, holder) => {
      const { phone } = holder;
      if (!route.url.startsWith('/v1/')) {
        const { headers } = await enter(scene, holder, '/notice-settings/enter', { stay: '1' });
        const cookie = /=([^;]*)/.exec(String(headers['set-cookie']))?.[1] ?? '';
        const path = pathOf(scene, route, { event: scene.concert });
        return sendForm(scene, route, { code }, { cookie, event: scene.concert }).then(([status]) => [
          status,
          path,
        ]);
      }
      const signIn = { phone, code: await scene.askCode(phone) };
      const as = (await scene.call('POST /v1/auth/otp/check', { body: signIn, ip: scene.newAddress() })).body;
      return ask(scene, nameOf(route), { as, body: { code } }).then(([status]) => [status]);
    },
  },
  emailLink: {
    give: async (scene, holder) => held((await askEmailProof(scene, holder)).token, holder.sessionId),
    present: (scene, token, route) =>
      ask(scene, `${route.method} ${pathOf(scene, route, { token })}`, {
        ...(route.method === 'POST' && {
          raw: '',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        }),
      }),
  },
  unsubscribeLink: {
    give: async ({ world }, { id, sessionId }) => {
      const { mailboxKeys } = world.dependencies;
      const [key = ''] = await mailboxKeys.keysOf([`${id}@example.org`]);
      return held(await mailboxKeys.tokenOf(key), sessionId);
    },
    present: (scene, token, route) => ask(scene, `${route.method} ${pathOf(scene, route, { token })}`, {}),
  },
};
