import type { CallerKind, Challenge, SentSms, SignInRecord } from '@event-platform/domain';

/** The members that the version before does not write. */
interface Added {
  readonly knownSms?: readonly string[];
  readonly knownGuesses?: readonly string[];
}

/**
 * A record as it is stored; instants are ISO 8601 texts. The members of the version before keep their names and hold
 * what concerns unknown callers, so that its replicas go on working during a deployment.
 */
export interface StoredSignIn extends Added {
  readonly challenge: {
    readonly id: string;
    readonly codeKey?: string;
    readonly createdAt: string;
    readonly tries: number;
    readonly knownTries?: number;
    readonly requestedBy?: readonly CallerKind[];
    readonly sms?: readonly { readonly at: string; readonly share: SentSms['share'] }[];
    readonly redeemedAt: string | null;
  } | null;
  readonly smsSentAt: readonly string[];
  readonly guesses: readonly string[];
  /** The version before counted the guesses of each network here. */
  readonly sources: readonly {
    readonly network: string;
    readonly signedInAt: string;
    readonly guesses: readonly string[];
  }[];
}

const texts = (instants: readonly Date[]): readonly string[] =>
  instants.map((instant) => instant.toISOString());
const instants = (stored: readonly string[] = []): readonly Date[] => stored.map((text) => new Date(text));

export const fromRecord = ({ challenge, sms, guesses, networks }: SignInRecord): StoredSignIn => ({
  challenge: challenge && fromChallenge(challenge),
  smsSentAt: texts(sms.unknown),
  knownSms: texts(sms.known),
  guesses: texts(guesses.unknown),
  knownGuesses: texts(guesses.known),
  sources: networks.map(({ network, signedInAt }) => ({
    network,
    signedInAt: signedInAt.toISOString(),
    guesses: [],
  })),
});

const fromChallenge = ({ createdAt, tries, sms, redeemedAt, ...challenge }: Challenge) => ({
  ...challenge,
  createdAt: createdAt.toISOString(),
  tries: tries.unknown,
  knownTries: tries.known,
  sms: sms.map(({ at, share }) => ({ at: at.toISOString(), share })),
  redeemedAt: redeemedAt?.toISOString() ?? null,
});

export const toRecord = (stored: StoredSignIn): SignInRecord => {
  const ofSources = stored.sources.flatMap(({ guesses }) => guesses);
  return {
    challenge: stored.challenge && toChallenge(stored.challenge),
    sms: { known: instants(stored.knownSms), unknown: instants(stored.smsSentAt) },
    guesses: {
      known: instants([...(stored.knownGuesses ?? []), ...ofSources].sort()),
      unknown: instants(stored.guesses),
    },
    networks: stored.sources.map(({ network, signedInAt }) => ({
      network,
      signedInAt: new Date(signedInAt),
    })),
  };
};

const toChallenge = ({
  id,
  codeKey,
  createdAt,
  tries,
  knownTries = 0,
  requestedBy = ['unknown'],
  sms = [],
  redeemedAt,
}: NonNullable<StoredSignIn['challenge']>): Challenge => ({
  id: id as Challenge['id'],
  ...(codeKey === undefined ? {} : { codeKey }),
  createdAt: new Date(createdAt),
  tries: { known: knownTries, unknown: tries },
  requestedBy,
  sms: sms.map(({ at, share }) => ({ at: new Date(at), share })),
  redeemedAt: redeemedAt === null ? null : new Date(redeemedAt),
});
