import type { FuzzWorld } from './fuzz-world.ts';
import type { FuzzAnswer, Sent } from './judge-response.ts';
import type { Plan } from './request-plans.ts';
import type { Pool } from './valid-values.ts';

/** Percent-encodes any text, lone surrogates as three invalid bytes. */
const encoded = (text: string): string =>
  [...text]
    .map((each) => {
      if (each.isWellFormed()) return encodeURIComponent(each);
      const code = each.charCodeAt(0);
      const bytes = [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)];
      return bytes.map((byte) => `%${byte.toString(16)}`).join('');
    })
    .join('');

/** Replaces the references of a plan by values that exist. */
const resolver = async (
  { pools, codeFor, emailCodeFor }: FuzzWorld,
  { operation: { id }, body, sender }: Plan,
) => {
  const pick = (name: string, index: number): string => {
    const pool = pools[name as Exclude<Pool, 'code'>];
    return pool.at(-1 - (index % pool.length)) ?? '';
  };
  const json = body && 'json' in body ? (body.json as { readonly phone?: unknown } | null) : null;
  const number = typeof json?.phone === 'string' ? json.phone : '';
  const phone = number.replace(/^<<phone:(\d+)>>$/, (_, index) => pick('phone', Number(index)));
  const isOfMail = id === 'checkEmailCode' && typeof sender === 'number';
  const code = (isOfMail ? await emailCodeFor(sender) : null) ?? codeFor(phone);
  return (text: string): string =>
    text.replaceAll(/<<(\w+):(\d+)>>/g, (_, name: string, index: string) =>
      name === 'code' ? code : pick(name, Number(index)),
    );
};

const writtenBody = (body: Plan['body'], resolve: (text: string) => string): string | null => {
  if (!body) return null;
  if ('text' in body) return body.text;
  return resolve(JSON.stringify(body.json) ?? '').replaceAll(/"raw<<(.*?)>>"/g, '$1');
};

const maxPoolSize = 40;

/** Adds the resources of a successful response to the pools, for later requests. */
const learn = async (
  { pools, owners, eventOf, renew }: FuzzWorld,
  id: string,
  values: Readonly<Record<string, string>>,
  sender: number | null,
  text: string,
): Promise<void> => {
  if (sender !== null && ['deleteAccount', 'logOut', 'endSession'].includes(id)) await renew(sender);
  if (!text.startsWith('{')) return;
  const add = (pool: string[], value: unknown, isOwned = true) => {
    if (typeof value !== 'string' || pool.includes(value)) return;
    pool.push(value);
    if (sender !== null && isOwned) owners.set(value, sender);
    // The first ten belong to users that send no requests.
    if (pool.length > maxPoolSize) owners.delete(pool.splice(10, 1)[0] ?? '');
  };
  const body = JSON.parse(text);
  if (id === 'createEvent') add(pools.event, body.id);
  if (id === 'createCircle') add(pools.circle, body.id);
  if (id === 'uploadPicture') add(pools.picture, body.id);
  if (id === 'createEventSeries') add(pools.series, body.id);
  if (id === 'createWebhook') add(pools.webhook, body.id);
  if (id === 'getCalendarFeed') add(pools.feed, /calendars\/([^/]+)/.exec(body.url)?.[1]);
  if (id === 'invitePeople' || id === 'rotateInviteLink')
    add(pools.token, /\/i\/(.+)$/.exec(body.inviteLink)?.[1]);
  if (id === 'checkCode' || id === 'refreshSession') add(pools.refresh, body.refreshToken);
  if (id === 'getProfile') add(pools.username, body.username);
  if (id === 'listSessions') for (const session of body.data) add(pools.session, session.id);
  const isMine = id === 'listMyInvitations';
  if (!isMine && id !== 'listEventInvitations') return;
  for (const invite of body.data) {
    add(pools.invite, invite.id, isMine);
    if (isMine) owners.set(invite.id, sender ?? -1);
    eventOf.set(invite.id, isMine ? invite.event.id : values.id);
    add(pools.token, invite.token);
  }
};

/** The values of the path and the sender: the owner of the resource, if the plan says so. */
const addressed = ({ owners, eventOf }: FuzzWorld, plan: Plan, resolve: (text: string) => string) => {
  const values = Object.fromEntries(Object.entries(plan.path).map(([name, text]) => [name, resolve(text)]));
  const { id, inviteId } = values;
  if (typeof plan.sender !== 'number' || !plan.isByOwner) return { values, sender: plan.sender };
  if (inviteId !== undefined && eventOf.has(inviteId)) values.id = eventOf.get(inviteId) ?? '';
  return { values, sender: owners.get(values.id ?? id ?? '') ?? plan.sender };
};

/** Sends a planned request; also returns what its sender may not see in the response. */
export const sendPlan = async (world: FuzzWorld, plan: Plan): Promise<{ answer: FuzzAnswer; sent: Sent }> => {
  const { operation } = plan;
  const resolve = await resolver(world, plan);
  const { values, sender } = addressed(world, plan, resolve);
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encoded(values[name] ?? ''));
  const query = plan.query.map(([name, value]) => `${encoded(name)}=${encoded(resolve(value))}`).join('&');
  const url = query === '' ? path : `${path}?${query}`;
  const payload = writtenBody(plan.body, resolve);
  const person = typeof sender === 'number' ? world.people[sender] : undefined;
  const bearer = person ? `Bearer ${person.accessToken}` : sender;
  const response = await world.app.inject({
    method: operation.method as 'GET',
    url,
    remoteAddress: world.nextAddress(),
    headers: {
      ...(typeof bearer === 'string' ? { authorization: bearer } : {}),
      ...(payload === null ? {} : { 'content-type': plan.mediaType }),
      ...(plan.key === null ? {} : { 'idempotency-key': plan.key }),
    },
    ...(payload === null ? {} : { payload: Buffer.from(payload) }),
  });
  const answer = { status: response.statusCode, headers: response.headers, text: response.body };
  if (answer.status < 300)
    await learn(world, operation.id, values, person ? (sender as number) : null, answer.text);
  const isOwn = (phone: string) => phone === person?.phone || payload?.includes(phone);
  return {
    answer,
    sent: {
      operation,
      request: `${operation.method} ${url} by ${sender} with key ${plan.key} ${payload ?? ''}`,
      forbidden: [...world.canaries, ...[...world.phones].filter((phone) => !isOwn(phone))],
    },
  };
};
