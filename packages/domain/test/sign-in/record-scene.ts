import type { ChallengeId } from '../../src/ids.ts';
import type { Challenge } from '../../src/sign-in/challenge.ts';
import { emptySignInRecord, type KnownNetwork, type SignInRecord } from '../../src/sign-in/sign-in-record.ts';
import { after } from '../../src/time.ts';

export const now = new Date('2026-06-01T12:00:00.000Z');
export const ago = (span: number) => after(now, -span);
export const [home, work] = ['203.0.113.0/24', '198.51.100.0/24'] as const;

export const challenge: Challenge = {
  id: 'c' as ChallengeId,
  codeKey: 'key',
  createdAt: now,
  tries: { known: 0, unknown: 0 },
  requestedBy: ['unknown'],
  sms: [],
  redeemedAt: null,
  redemption: null,
};
export const freshId = 'fresh' as ChallengeId;

export const knownNetwork = (network: string, signedInAt: Date): KnownNetwork => ({ network, signedInAt });

export const unknown = <Value>(...values: readonly Value[]) => ({ known: [], unknown: values });
export const ofKnownCallers = <Value>(...values: readonly Value[]) => ({ known: values, unknown: [] });

export const recordOf = (changes: Partial<SignInRecord>): SignInRecord => ({
  ...emptySignInRecord,
  challenge,
  ...changes,
});
