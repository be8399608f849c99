import type { Test } from 'tap';
import { newAddress } from '../../support/replica.ts';
import type { ReplicaPair } from '../../support/replica-pair.ts';

const day = 86_400_000;
const began = Date.now();
const fromNow = (milliseconds: number) => new Date(began + milliseconds).toISOString();

export const testSignOutRace = async (t: Test, { replicas, phones }: ReplicaPair): Promise<void> => {
  const [one, two] = replicas;
  const from = newAddress();
  const signIn = async (phone: string): Promise<string> => {
    await one.call('POST /v1/auth/otp/start', { body: { phone }, from });
    return (await one.call('POST /v1/auth/otp/check', { body: { phone, code: '1234' }, from })).body
      .accessToken;
  };
  const tokens: string[] = [];
  for (const phone of phones(5)) tokens.push(await signIn(phone));
  const [token = ''] = tokens;
  const createResponse = await one.call('POST /v1/events', {
    token,
    from,
    body: {
      title: 'Canal songs',
      description: 'Songs by the canal.',
      startAt: fromNow(day),
      endAt: fromNow(2 * day),
      location: { address: 'Maybachufer 1, Berlin', lat: 52.4931, lng: 13.4266 },
      category: 'tech',
      visibility: 'public',
    },
  });
  t.equal(createResponse.status, 201);
  const { id } = createResponse.body;
  const rsvpCount = tokens.length;
  for (const bearer of tokens)
    await one.call(`POST /v1/events/${id}/rsvp`, { token: bearer, from, body: { status: 'going' } });

  const list = (replica: typeof one, bearer: string | null) =>
    replica.call('GET /v1/events?category=tech', { from, ...(bearer && { token: bearer }) });
  // The list is in memory, with flags for its caller alone.
  for (let count = 0; count < 3; count += 1) for (const replica of replicas) await list(replica, token);

  for (const bearer of tokens) {
    let isSignedOut = false;
    const late: unknown[] = [];
    let early = 0;
    const reader = async (replica: typeof one) => {
      for (let after = 0; after < 5; ) {
        const wasSignedOut = isSignedOut;
        const { status, body } = await list(replica, bearer);
        if (wasSignedOut) {
          after += 1;
          late.push({ status, data: body.data });
        } else if (status === 200) {
          early += 1;
          t.match(body.data, [{ id, myRsvp: 'going', rsvpCount }]);
        }
      }
    };
    const reading = Promise.all([one, two, one, two].map(reader));
    const out = await two.call('POST /v1/auth/logout', { token: bearer, from });
    isSignedOut = true;
    t.equal(out.status, 200);
    await reading;
    t.ok(late.length >= 20);
    t.strictSame(
      late.filter((outcome) => JSON.stringify(outcome) !== '{"status":401}'),
      [],
    );
    t.comment(`${early} lists before the sign-out`);
    for (const replica of replicas)
      t.match((await list(replica, null)).body.data, [{ id, myRsvp: null, isSaved: false, rsvpCount }]);
  }
};
