import type { Challenge } from './challenge.ts';
import { type ByKind, type CallerKind, signInPolicy, waitFor } from './sign-in-policy.ts';

/** A network that signed in to the phone: an address prefix, /24 of IPv4 or /48 of IPv6. */
export interface KnownNetwork {
  readonly network: string;
  readonly signedInAt: Date;
}

/** The sign-in state of one phone. Lists are oldest first and pruned to the spans that count. */
export interface SignInRecord {
  readonly challenge: Challenge | null;
  /** When SMS were sent, by the kind of caller that requested them. */
  readonly sms: ByKind<readonly Date[]>;
  /** When guesses were wrong, by the kind of caller that made them. */
  readonly guesses: ByKind<readonly Date[]>;
  readonly networks: readonly KnownNetwork[];
}

const nothing = { known: [], unknown: [] } as const;

export const emptySignInRecord: SignInRecord = {
  challenge: null,
  sms: nothing,
  guesses: nothing,
  networks: [],
};

/** Who calls, as far as it is known before the phone's record is read. */
export interface Caller {
  /** An address prefix: /24 of IPv4, /48 of IPv6. Absent for a caller without an address. */
  readonly network?: string | undefined;
  /** Whether the caller proved that it was once signed in to the account of the phone. */
  readonly hasKnownDevice: boolean;
}

const [, monthOfKnown] = signInPolicy.guesses.known;

/**
 * Which budgets of the phone a caller spends. Known callers who have spent the guesses of a month count as unknown
 * ones: a caller in the owner's network would otherwise keep the owner out for that long.
 */
export const kindOf = ({ networks, guesses }: SignInRecord, caller: Caller, now: Date): CallerKind =>
  (caller.hasKnownDevice ||
    networks.some((entry) => entry.network === caller.network && isKnown(entry, now))) &&
  !waitFor(guesses.known, [monthOfKnown], now)
    ? 'known'
    : 'unknown';

const isKnown = ({ signedInAt }: KnownNetwork, now: Date) =>
  signedInAt.getTime() > now.getTime() - signInPolicy.knownNetworkLifetime;

const since = (events: readonly Date[], budgets: readonly { readonly span: number }[], now: Date) => {
  const span = Math.max(...budgets.map((budget) => budget.span));
  return events.filter((event) => event.getTime() > now.getTime() - span);
};

/** The record without what no longer counts. */
export const pruneRecord = (
  { challenge, sms, guesses, networks }: SignInRecord,
  now: Date,
): SignInRecord => ({
  challenge,
  sms: {
    known: since(sms.known, signInPolicy.sms.known, now),
    unknown: since(sms.unknown, signInPolicy.sms.unknown, now),
  },
  guesses: {
    known: since(guesses.known, signInPolicy.guesses.known, now),
    unknown: since(guesses.unknown, signInPolicy.guesses.unknown, now),
  },
  networks: networks.filter((entry) => isKnown(entry, now)),
});

/** The record after the phone’s account is erased: the budgets stay spent, its networks and its last sign-in are removed. */
export const forgetOwner = (record: SignInRecord): SignInRecord => ({
  ...record,
  challenge: record.challenge && { ...record.challenge, redemption: null },
  networks: [],
});

/** How long a record is kept after its last change, in milliseconds: no part of it counts for longer. */
export const signInRetention = signInPolicy.knownNetworkLifetime;
