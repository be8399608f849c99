import type { Challenge, SignInRecord } from '@event-platform/domain';

/** A value in JSON, where instants are ISO 8601 texts. */
type Stored<Value> = Value extends Date
  ? string
  : Value extends string | number | boolean | null
    ? Value
    : { readonly [Member in keyof Value]: Stored<Value[Member]> };

/** A record as it is stored, which is how `JSON.stringify` writes it. */
export type StoredSignIn = Stored<SignInRecord>;

export const toRecord = ({ challenge, sms, guesses, networks }: StoredSignIn): SignInRecord => ({
  challenge: challenge && toChallenge(challenge),
  sms: byKind(sms),
  guesses: byKind(guesses),
  networks: networks.map(({ network, signedInAt }) => ({ network, signedInAt: new Date(signedInAt) })),
});

/** What earlier versions stored has no `redemption`. */
const toChallenge = ({
  createdAt,
  sms,
  redeemedAt,
  redemption = null,
  ...challenge
}: Stored<Challenge>): Challenge => ({
  ...challenge,
  redemption: redemption as Challenge['redemption'],
  createdAt: new Date(createdAt),
  sms: sms.map(({ at, share }) => ({ at: new Date(at), share })),
  redeemedAt: redeemedAt === null ? null : new Date(redeemedAt),
});

const byKind = ({ known, unknown }: StoredSignIn['sms']): SignInRecord['sms'] => ({
  known: known.map((text) => new Date(text)),
  unknown: unknown.map((text) => new Date(text)),
});
