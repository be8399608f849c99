import { readConfig } from '../../../packages/service/src/config/config.ts';
import { type Attack, type Finding, finding } from '../attack.ts';
import { newPhone, type SignedIn, signIn } from '../callers.ts';
import { newEvent } from '../new-event.ts';
import type { Simulation } from '../simulation.ts';

const minute = 60_000;

/** Repeats a call; resolves with how often it was not refused. */
const repeat = async (service: Simulation, times: number, target: string, token: string, body?: unknown) => {
  let done = 0;
  for (let count = 0; count < times; count += 1)
    if ((await service.call(target, { token, body })).status < 400) done += 1;
  return done;
};

const office = async (service: Simulation, organizer: SignedIn, victim: SignedIn): Promise<Finding> => {
  let events = 0;
  for (let count = 0; count < 25; count += 1) {
    const id = await newEvent(service, organizer);
    const { status } = await service.call(`PUT /v1/events/${id}/admins/${victim.id}`, organizer);
    if (status === 204) events += 1;
  }
  await service.call(`PUT /v1/me/blocked-users/${organizer.id}`, victim);
  const id = await newEvent(service, organizer);
  const blocked = await service.call(`PUT /v1/events/${id}/admins/${victim.id}`, organizer);
  return finding(
    'any user is made an admin of 25 events, then of one more by whom they block',
    '1 account, 26 events',
    `admin of ${events}, then ${blocked.status}`,
    events <= 20 && blocked.status === 404,
  );
};

const writes = async (service: Simulation, account: SignedIn): Promise<readonly Finding[]> => {
  const id = await newEvent(service, account);
  const { token } = account;
  const times = 80;
  const counts = {
    'changes of a profile': [await repeat(service, times, 'PATCH /v1/auth/me', token, { name: 'Zoe' }), 30],
    'new links of an event': [
      await repeat(service, times, `POST /v1/events/${id}/invite-link/rotate`, token),
      20,
    ],
    'calls that invite no user': [
      await repeat(service, times, `POST /v1/events/${id}/invites`, token, { userIds: ['nobody'] }),
      60,
    ],
  };
  return Object.entries(counts).map(([what, [done = 0, most = 0]]) =>
    finding(`${times} ${what} in an hour`, `${times} requests`, `${done}`, done <= most),
  );
};

const thief = async (service: Simulation, owner: SignedIn, home: string): Promise<Finding> => {
  service.clock.advance(31_000);
  const other = await signIn(service, owner.phone, { from: home });
  service.clock.advance(11 * minute);
  const { status } = await service.call('POST /v1/auth/sessions/end-others', { token: other.token });
  const alive = await service.call('GET /v1/auth/me', { token: owner.token });
  return finding(
    'a stolen access token, eleven minutes old, ends all other sessions',
    'one token',
    `${status}, the owner ${alive.status === 200 ? 'stays in' : 'is out'}`,
    alive.status === 200,
  );
};

const oldForm = async (service: Simulation, organizer: SignedIn): Promise<Finding> => {
  const id = await newEvent(service, organizer);
  const page = await service.call(`GET /e/${id}`);
  const form = /name="form" value="([^"]*)"/.exec(String(page.body))?.[1] ?? '';
  await service.call(`POST /v1/events/${id}/cancel`, organizer);
  const before = service.smsSent();
  const { status } = await service.call(`POST /e/${id}/code`, {
    from: '10.4.4.4',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ form, phone: newPhone(), answer: 'going' }).toString(),
  });
  const smsCount = service.smsSent() - before;
  return finding(
    'the form of an event that was cancelled meanwhile',
    'one request',
    `${status} and ${smsCount} SMS`,
    status >= 400 && smsCount === 0,
  );
};

const listens = (): Finding => {
  let refusal = 'listens';
  try {
    readConfig({ HOST: '0.0.0.0' });
  } catch {
    refusal = 'refused at the start';
  }
  return finding(
    '`HOST=0.0.0.0` without `NODE_ENV`: sign-in is relaxed for development',
    '–',
    refusal,
    refusal !== 'listens',
  );
};

export const oneAccount: Attack = {
  name: 'one-account',
  about: 'what one account does to others, and as often as it likes',
  run: async (target) => {
    // Accounts of a day and more have whole quotas of events.
    const service = await target.openSimulation({ QUOTA_SCALE: '10' });
    const [organizer, victim] = [
      await signIn(service, newPhone(), { from: '10.1.1.1' }),
      await signIn(service, newPhone(), { from: '10.2.1.1' }),
    ];
    const findings = [await office(service, organizer, victim), await oldForm(service, organizer)];
    const name = await service.call('PATCH /v1/auth/me', {
      token: victim.token,
      body: { username: 'support' },
    });
    findings.push(
      finding('a user named `support`', 'one request', `${name.status}`, name.status === 409),
      await thief(service, victim, '10.2.1.1'),
      listens(),
    );
    const other = await target.openSimulation();
    return [...findings, ...(await writes(other, await signIn(other, newPhone(), { from: '10.1.1.1' })))];
  },
};
