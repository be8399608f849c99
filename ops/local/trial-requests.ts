import type { Random } from '../../bench/dataset/random.ts';
import { pickWord, vocabulary } from '../../bench/dataset/words.ts';
import { placeInWholeCity } from '../../bench/support/load/densest-city.ts';
import { type Replica, replicaVariables } from '../../packages/service/test/support/replica.ts';

const code = '1234';

/** The people of these trials; each is signed in once. */
export const phones = Array.from({ length: 20 }, (_, index) => `+1555${1_000_000 + index}`);

/** The variables of a service that lets them sign in, except for its database. */
export const serviceVariables = (): Readonly<Record<string, string>> => ({
  ...replicaVariables(),
  LOG_LEVEL: 'warn',
  RATE_LIMIT: '1000000',
  TEST_PHONES: `${phones.map((phone) => `${phone}=${code}`).join(',')};until=2999-01-01`,
});

/** Signs them in and returns their access tokens. */
export const signIn = async (service: Replica): Promise<readonly string[]> => {
  const tokens: string[] = [];
  for (const phone of phones) {
    await service.call('POST /v1/auth/otp/start', { body: { phone } });
    const { status, body } = await service.call('POST /v1/auth/otp/check', { body: { phone, code } });
    if (status !== 200) throw new Error(`A sign-in received ${status} ${JSON.stringify(body)}`);
    tokens.push(body.accessToken);
  }
  return tokens;
};

/** Lists as apps ask for them: near a new place, by category, and searches for words by Zipf. */
export const listPath = (random: Random, turn: number): string => {
  const { lat, lng } = placeInWholeCity(random);
  const categories = ['music', 'tech', 'food'];
  return [
    `/v1/events?lat=${lat}&lng=${lng}&radius=50&limit=20`,
    `/v1/events?category=${categories[turn % 3]}&page=${1 + Math.floor(random.next() * 20)}&limit=20`,
    `/v1/events/search?q=${encodeURIComponent(vocabulary[pickWord(random)] ?? '')}&limit=20`,
  ][turn % 3] as string;
};

/** A caller who goes to 50 events in turn, then is interested in each instead. */
export const rsvps = async (service: Replica) => {
  const { body } = await service.call('GET /v1/events?limit=50');
  const events: readonly { id: string }[] = body.data;
  return (turn: number) => ({
    target: `POST /v1/events/${events[turn % events.length]?.id}/rsvp`,
    body: { status: Math.floor(turn / phones.length) % 2 ? 'interested' : 'going' },
  });
};
