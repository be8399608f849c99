import { newConcert, type Replica } from '../../../packages/service/test/support/replica.ts';
import { type Attack, type Finding, finding as findingOf } from '../attack.ts';
import { newPhone } from '../callers.ts';
import { newNetwork, openReplicaPair, type ReplicaPair } from '../replica-pair.ts';
import { solveProof } from '../solve-proof.ts';

/** SMS a day for phones without an account, a quarter of the budget; the first half is had without a proof. */
const [dailyBudget, withoutProof] = [80, 10];

const finding = (attack: string, cost: string, now: string, holds: boolean): Finding =>
  findingOf(`two processes: ${attack}`, cost, now, holds);

const signInBudgets = async ({ one, other, codesTo, served }: ReplicaPair): Promise<readonly Finding[]> => {
  const from = newNetwork();
  const starts = await served(12, ({ call }) =>
    call('POST /v1/auth/otp/start', { from, body: { phone: '+4915' } }),
  );
  const refused = await one.call('POST /v1/auth/otp/start', { from, body: { phone: '+4915' } });
  const phone = newPhone();
  await one.call('POST /v1/auth/otp/start', { from: newNetwork(), body: { phone } });
  const [code = ''] = codesTo(phone);
  const wrong = code === '0000' ? '0001' : '0000';
  const check = (text: string) =>
    served(12, ({ call }) =>
      call('POST /v1/auth/otp/check', { from: newNetwork(), body: { phone, code: text } }),
    );
  const guessed = (await check(wrong)) + (await check(code));
  const strangers = await served(30, ({ call }) =>
    call('POST /v1/auth/otp/start', { from: newNetwork(), body: { phone: newPhone() } }),
  );
  const own = { phone: newPhone() };
  const startResponse = await other.call('POST /v1/auth/otp/start', { from: newNetwork(), body: own });
  const proof = startResponse.body.challenge ? await solveProof(startResponse.body.challenge) : 'none';
  // A start after the first one's SMS needs no proof: it sends nothing and names the same code.
  await served(6, ({ call }) =>
    call('POST /v1/auth/otp/start', { from: newNetwork(), body: { ...own, proof } }),
  );
  const proved = codesTo(own.phone).length;
  return [
    finding(
      '13 starts of one address, all invalid',
      '13 calls',
      `${starts} served, then ${refused.status}`,
      refused.status === 429,
    ),
    finding(
      '12 wrong guesses of one code at once, then the right one',
      '24 calls',
      `${guessed} get in`,
      guessed === 0,
    ),
    finding(
      `30 starts at once for phones without an account, of ${dailyBudget} SMS a day`,
      '30 calls from as many networks',
      `${strangers} SMS, then proofs of work`,
      strangers <= withoutProof && startResponse.body.code === 'proof_required',
    ),
    finding('one proof of work six times at once', '6 calls', `${proved} SMS`, proved <= 1),
  ];
};

const quotas = async ({ signIn, served }: ReplicaPair): Promise<readonly Finding[]> => {
  const { token } = await signIn();
  const rotated = await served(40, ({ call }) => call('POST /v1/me/calendar/rotate', { token }));
  const named = await served(60, ({ call }) => call('PATCH /v1/auth/me', { token, body: { name: 'Zoe' } }));
  return [
    finding('40 new addresses of a feed at once', '40 calls', `${rotated} served`, rotated === 20),
    finding('60 changes of a profile at once', '60 calls', `${named} served`, named === 30),
  ];
};

const endings = async ({ one, other, signIn }: ReplicaPair): Promise<readonly Finding[]> => {
  const [host, guest] = [await signIn(), await signIn()];
  const { body: event } = await one.call('POST /v1/events', {
    token: host.token,
    body: newConcert({ visibility: 'private' }),
  });
  const { body: invites } = await one.call(`POST /v1/events/${event.id}/invites`, {
    token: host.token,
    body: { userIds: [guest.id] },
  });
  const link = String(invites.inviteLink).split('/').at(-1);
  await one.call(`POST /v1/event-invites/${link}/accept`, { token: guest.token });
  const { body: feed } = await one.call('GET /v1/me/calendar', { token: guest.token });
  const read = async () => {
    const { status } = await other.call(`GET /v1/events/${event.id}`, { token: guest.token });
    const calendar = await fetch(`${other.url}${new URL(feed.url).pathname}`);
    return { status, isInFeed: (await calendar.text()).includes(event.id) };
  };
  const before = await read();
  await one.call(`DELETE /v1/events/${event.id}/attendees/${guest.id}`, { token: host.token });
  const after = await read();
  const profile = async () => (await other.call('GET /v1/auth/me', { token: guest.token })).status;
  const warm = await profile();
  await one.call('POST /v1/auth/logout', { token: guest.token, body: {} });
  const ended = await profile();
  return [
    finding(
      'a guest removed at one reads event and feed at the other',
      'two requests, at once',
      `${before.status}, then ${after.status}; the feed ${after.isInFeed ? 'still shows it' : 'has lost it'}`,
      before.status === 200 && before.isInFeed && after.status === 404 && !after.isInFeed,
    ),
    finding(
      'a session ended at one reads its profile at the other',
      'one request, at once',
      `${warm}, then ${ended}`,
      warm === 200 && ended === 401,
    ),
  ];
};

const refreshes = async ({ one, other, signIn, served }: ReplicaPair): Promise<readonly Finding[]> => {
  const { refreshToken: copied } = await signIn();
  const refresh = (refreshToken: string, { call }: Replica) =>
    call('POST /v1/auth/refresh', { from: newNetwork(), body: { refreshToken } });
  const { body: child } = await refresh(copied, one);
  const { body: grandchild } = await refresh(child.refreshToken, other);
  let stolen = 0;
  await Promise.all([
    served(10, (replica) => refresh(grandchild.refreshToken, replica)),
    served(10, (replica) => refresh(copied, replica)).then((count) => {
      stolen = count;
    }),
  ]);
  const left = await served(6, (replica) => refresh(grandchild.refreshToken, replica));
  const reads = await served(6, ({ call }) => call('GET /v1/auth/me', { token: grandchild.accessToken }));
  return [
    finding(
      'a copied refresh token is used at both, beside its owner',
      '20 refreshes at once',
      `the thief gets ${stolen} pairs; afterwards ${left} refreshes and ${reads} reads of the family are served`,
      stolen === 0 && left === 0 && reads === 0,
    ),
  ];
};

const parallelStarts = async ({ codesTo, served }: ReplicaPair): Promise<readonly Finding[]> => {
  const phone = newPhone();
  const starts = await served(20, ({ call }) =>
    call('POST /v1/auth/otp/start', { from: newNetwork(), body: { phone } }),
  );
  const sent = codesTo(phone).length;
  return [
    finding(
      '20 starts for one phone at once, from as many networks',
      '20 calls',
      `${starts} served, ${sent} SMS`,
      sent === 1,
    ),
  ];
};

export const replicas: Attack = {
  name: 'replicas',
  about:
    'budgets, quotas, proofs, removals, ended and copied sessions at two processes, by turns and at once',
  run: async ({ startService }) => {
    const pair = await openReplicaPair(
      await startService({ QUOTA_SCALE: '1', SMS_DAILY_BUDGET: String(dailyBudget) }),
    );
    return [
      ...(await endings(pair)),
      ...(await refreshes(pair)),
      ...(await quotas(pair)),
      ...(await parallelStarts(pair)),
      ...(await signInBudgets(pair)),
    ];
  },
};
