import type { Clock } from '../src/ports/sources/clock.ts';
import type { KeyedHashes } from '../src/ports/sources/keyed-hashes.ts';
import type { MailboxKeys } from '../src/ports/sources/mailbox-keys.ts';
import type { PhoneNumbers } from '../src/ports/sources/phone-numbers.ts';
import type { ProofChallenge, ProofOfWork } from '../src/ports/sources/proof-of-work.ts';
import type { SignInCodes } from '../src/ports/sources/sign-in-codes.ts';
import type { IdSource, TokenSource } from '../src/ports/sources/sources.ts';
import type { TimeZones } from '../src/ports/sources/time-zones.ts';

/** UUIDv7 in form, counted up instead of random: rising, repeatable, for tests alone. */
export const memoryIds = (clock: Clock): IdSource => {
  let count = 0;
  return {
    next: () => {
      count += 1;
      const time = clock.now().getTime().toString(16).padStart(12, '0');
      const tail = count.toString(16).padStart(12, '0');
      return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${tail}`;
    },
  };
};

let tokensMade = 0;

/** Different each time, in the shape of real tokens, and easily guessed: for tests alone. */
export const memoryTokens = (): TokenSource => ({
  next: (bytes = 24) => {
    tokensMade += 1;
    const digits = scramble(tokensMade).toString(36).padStart(7, '0');
    const token = `${digits}${'memory-token-'}${String(tokensMade).padStart(12, '0')}`;
    return token.slice(-Math.ceil((bytes * 4) / 3));
  },
});

/** A bijection of 32-bit numbers that looks random (the finalizer of MurmurHash3). */
const scramble = (number: number): number => {
  let hash = number | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
};

/** Codes that depend on challenge, phone and the name of a key, without a secret: for tests alone. */
export const memorySignInCodes = (currentKey = 'memory'): SignInCodes => {
  const digits = (count: number, text: string): string => {
    const hash = [...text].reduce((sum, letter) => scramble(sum + letter.charCodeAt(0)), 7);
    return String(hash % 10 ** count).padStart(count, '0');
  };
  return {
    currentKey,
    derive: ({ id, codeKey }, phone) => digits(4, `${id}${codeKey}${phone}`),
    emailCode: ({ id, codeKey }, email) => digits(6, `${id}${codeKey}${email}`),
  };
};

/** Hashes of the text and the name of a key, without a secret: for tests alone. */
export const memoryKeyedHashes = (current = 'memory', ...former: readonly string[]): KeyedHashes => {
  const hash = (key: string, text: string): string => {
    let [hash, hex] = [7, ''];
    for (const letter of `${key}\n${text}`) hash = scramble(hash + letter.charCodeAt(0));
    while (hex.length < 22) {
      hash = scramble(hash + 1);
      hex += hash.toString(16).padStart(8, '0');
    }
    return hex.slice(0, 22);
  };
  return { of: (text) => [hash(current, text), ...former.map((key) => hash(key, text))] };
};

/** Keys and tokens without a secret: for tests alone. */
export const memoryMailboxKeys = (): MailboxKeys => {
  const hashes = memoryKeyedHashes();
  const tokenOf = (key: string) => `${key}-${hashes.of(key)[0]}`;
  return {
    keysOf: async (mailboxes) => mailboxes.map((mailbox) => hashes.of(mailbox)[0]),
    tokenOf: async (key) => tokenOf(key),
    keyIn: async (token) => {
      const [key = ''] = token.split('-');
      return token === tokenOf(key) ? key : null;
    },
  };
};

const callingCodes: Readonly<Record<string, string>> = { DE: '49', GB: '44', US: '1' };

/** Takes any E.164 number as it is; `+1900…` is premium-rate; no country is told apart. National numbers begin with 0. */
export const memoryPhoneNumbers = (): PhoneNumbers => ({
  countries: () => Object.entries(callingCodes).map(([code, callingCode]) => ({ code, callingCode })),
  parse: (text, country = '') => {
    const e164 = text
      .replace(/[ ().-]/g, '')
      .replace(/^0/, Object.hasOwn(callingCodes, country) ? `+${callingCodes[country]}` : '0');
    return /^\+[1-9]\d{6,14}$/.test(e164)
      ? { e164, country: null, mayReceiveSms: !e164.startsWith('+1900') }
      : null;
  },
});

/** The nautical zones, on land as well: an hour for each 15 degrees. Their names count westward (POSIX). */
export const memoryTimeZones = (): TimeZones => ({
  at: (_lat, lng) => {
    const hours = Math.round(lng / 15);
    return hours === 0 ? 'Etc/GMT' : `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`;
  },
});

/** Challenges that are solved by saying so, see {@link memoryProof}: for tests alone. */
export const memoryProofOfWork = (): ProofOfWork => {
  let count = 0;
  return {
    challenge: async (phone, seconds, expiresAt) => {
      count += 1;
      return { id: `challenge-${count}`, phone, seconds, expiresAt: expiresAt.toISOString() };
    },
    verify: async (proof, phone, now) => {
      const [prefix, id, forPhone, expiresAt, seconds] = proof.split(' ');
      const isGood = prefix === 'solved' && forPhone === phone && now.toISOString() < (expiresAt ?? '');
      return isGood && id !== undefined ? { id, seconds: Number(seconds) } : null;
    },
  };
};

/** The proof that a challenge of {@link memoryProofOfWork} was solved. */
export const memoryProof = ({ id, phone, expiresAt, seconds }: ProofChallenge): string =>
  `solved ${id} ${phone} ${expiresAt} ${seconds}`;
