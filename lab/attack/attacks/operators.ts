import { startMain } from '../../../packages/service/test/support/service-process.ts';
import { type Attack, type Bound, type Finding, finding, type Target } from '../attack.ts';
import { newPhone, type SignedIn, signIn, trySignIn } from '../callers.ts';
import { newEvent } from '../new-event.ts';
import type { Simulation } from '../simulation.ts';

const hour = 3_600_000;

const newcomer = (service: Simulation, number: number): Promise<SignedIn> =>
  signIn(service, newPhone(), { from: `10.${number >> 8}.${number & 255}.1` });

/** An operator, made by the command as operators are. */
export const newOperator = async (service: Simulation): Promise<SignedIn> => {
  const operator = await newcomer(service, 60_000);
  const granted = await startMain('operator.ts', service.variables, ['grant', operator.phone]).ended;
  if (granted.code !== 0) throw new Error(`The role was not given: ${granted.stderr}`);
  return operator;
};

/** Many accounts report one event, one of them without end, and one person reports another. */
const reportFlood = async (target: Target): Promise<Finding> => {
  const service = await target.openSimulation();
  const accounts = target.isShort ? 12 : 60;
  const operator = await newOperator(service);
  const [victim, fraudster] = [await newcomer(service, 1), await newcomer(service, 2)];
  const [event, fraud] = [await newEvent(service, victim), await newEvent(service, fraudster)];
  const report = ({ token }: SignedIn, eventId: string, text: string) =>
    service.call('POST /v1/reports', { token, body: { eventId, reason: 'spam', text } });
  const honest = await newcomer(service, 3);
  await report(honest, fraud, 'It sells watches.');
  let taken = 0;
  let last: SignedIn = honest;
  for (let number = 0; number < accounts; number += 1) {
    last = await newcomer(service, 4 + number);
    if ((await report(last, event, 'x'.repeat(1_000))).status === 201) taken += 1;
  }
  let again = 0;
  while ((await report(last, event, 'more')).status === 201) again += 1;
  const { body } = await service.call('GET /v1/operator/reports', { token: operator.token });
  const entries: { target: { id: string }; count: number; texts: string[] }[] = body.data;
  const isShown = (await service.call(`GET /v1/events/${event}`)).status === 200;
  return finding(
    `a flood of reports about one event by ${accounts} accounts, one of them without end`,
    `${accounts} accounts, ${accounts + again + 1} reports`,
    `the event is shown; operators see one entry with ${taken} reports and five texts, the honest one beside it; an account reports ${again + 1} times a day`,
    [
      [isShown, 'reports alone hide an event'],
      [entries.length === 2, `${entries.length} entries for two events`],
      [entries.some(({ target: { id } }) => id === fraud), 'another report is out of sight'],
      [entries.every(({ texts }) => texts.length <= 5), 'all texts are shown'],
      [again === 19, `${again + 1} reports of one account in a day`],
    ],
  );
};

/** A thief with the tokens and the phone of an account that is suspended. */
const suspendedThief = async (target: Target): Promise<Finding> => {
  const service = await target.openSimulation();
  const operator = await newOperator(service);
  const thief = await newcomer(service, 1);
  const event = await newEvent(service, thief);
  const act = (what: string) =>
    service.call(`POST /v1/operator/users/${thief.id}/${what}`, {
      token: operator.token,
      body: { reason: 'Fraud.' },
    });
  const bounds: Bound[] = [[(await act('suspend')).status === 200, 'not suspended']];
  const tries = {
    'reads with the access token': () => service.call('GET /v1/auth/me', { token: thief.token }),
    'makes events': () => service.call('POST /v1/events', { token: thief.token, body: {} }),
    'refreshes the token': () =>
      service.call('POST /v1/auth/refresh', { body: { refreshToken: thief.refreshToken } }),
    'exports the account': () => service.call('GET /v1/me/export', { token: thief.token }),
  };
  for (const [what, attempt] of Object.entries(tries)) {
    const { status } = await attempt();
    bounds.push([status === 401, `${what}: ${status}`]);
  }
  service.clock.advance(hour);
  const signedIn = await trySignIn(service, thief.phone, { from: '10.0.1.1' });
  const code = 'refused' in signedIn ? signedIn.refused.body.code : 'signed in';
  const statusOf = async () => (await service.call(`GET /v1/events/${event}`)).status;
  const hidden = await statusOf();
  // An hour later the operator's access token has expired.
  const { body } = await service.call('POST /v1/auth/refresh', {
    body: { refreshToken: operator.refreshToken },
  });
  const lift = { token: body.accessToken, body: { reason: 'The owner is back.' } };
  await service.call(`POST /v1/operator/users/${thief.id}/lift`, lift);
  const old = await service.call('POST /v1/auth/refresh', { body: { refreshToken: thief.refreshToken } });
  return finding(
    'a suspended thief with the tokens and the phone of an account',
    'one stolen account',
    'every token is dead at once and for good, a right code gets 403 account_suspended; events come back with the owner',
    [
      ...bounds,
      [code === 'account_suspended', `sign-in with the right code: ${code}`],
      [hidden === 404, 'the event is shown'],
      [old.status === 401, 'old tokens work after the suspension'],
      [(await statusOf()) === 200, 'the event stays hidden'],
    ],
  );
};

/** An operator's session that was stolen, and is used the next day. */
const oldOperatorSession = async (target: Target): Promise<Finding> => {
  const service = await target.openSimulation();
  const operator = await newOperator(service);
  const victim = await newcomer(service, 1);
  const event = await newEvent(service, victim);
  service.clock.advance(13 * hour);
  const { body } = await service.call('POST /v1/auth/refresh', {
    body: { refreshToken: operator.refreshToken },
  });
  const token = body.accessToken as string;
  const bounds: Bound[] = [];
  const reason = { reason: 'x' };
  const tries = {
    'GET /v1/operator/reports': undefined,
    [`POST /v1/operator/events/${event}/take-down`]: reason,
    [`POST /v1/operator/users/${victim.id}/suspend`]: reason,
    'POST /v1/operator/users/look-up': { id: victim.id, ...reason },
  };
  const deny = async (expected: string) => {
    for (const [path, request] of Object.entries(tries)) {
      const answer = await service.call(path, { token, body: request });
      bounds.push([answer.body.code === expected, `${path}: ${answer.status} ${answer.body.code}`]);
    }
  };
  await deny('fresh_sign_in_required');
  const me = await service.call('GET /v1/auth/me', { token });
  bounds.push([me.status === 200, 'the session is over altogether']);
  await startMain('operator.ts', service.variables, ['revoke', operator.phone]).ended;
  await deny('not_found');
  return finding(
    'an operator’s stolen session, used and refreshed the next day',
    'one stolen refresh token',
    '403 fresh_sign_in_required on every route of operators, 404 from the moment that the role is taken',
    bounds,
  );
};

export const operators: Attack = {
  name: 'operators',
  about: 'reports without end, a suspended thief, and an operator’s old session',
  run: async (target) => [
    await reportFlood(target),
    await suspendedThief(target),
    await oldOperatorSession(target),
  ],
};
