import { type Attack, type Bound, type Finding, finding } from '../attack.ts';
import { newPhone, outcomeOf, type SignedIn, signIn } from '../callers.ts';
import type { Simulation } from '../simulation.ts';

const minute = 60_000;
const day = 86_400_000;

/** Where the attacker calls from: the address of the nth call. */
interface Origin {
  readonly what: string;
  readonly addressOf: (call: number) => string;
  /** Calls at each moment; more are refused by the limits by address. */
  readonly callsAtOnce: number;
}

const hex = (number: number): string => number.toString(16);

const origins: readonly Origin[] = [
  {
    what: 'one IPv6 /56',
    addressOf: (n) => `2001:db8:1:${hex(n & 255)}::${hex(1 + (n >> 8))}`,
    callsAtOnce: 12,
  },
  { what: 'one IPv6 /48', addressOf: (n) => `2001:db8:2:${hex(n & 65_535)}::1`, callsAtOnce: 22 },
  { what: 'one IPv4 /24', addressOf: (n) => `198.51.100.${n % 256}`, callsAtOnce: 42 },
  {
    what: '50 IPv4 networks',
    addressOf: (n) => `5.${n % 50}.${(n >> 6) & 255}.${n & 255}`,
    callsAtOnce: 75,
  },
];

const attackFrom = async (
  service: Simulation,
  /** Who has an account, and an address that a sign-in came from. */
  [holder, returning]: readonly [SignedIn, string],
  { what, addressOf, callsAtOnce }: Origin,
  rounds: number,
): Promise<Finding> => {
  // The next UTC day begins with whole budgets.
  service.clock.set(new Date((Math.floor(service.clock.now().getTime() / day) + 1) * day));
  const before = service.smsSent();
  let calls = 0;
  for (let round = 0; round < rounds; round += 1) {
    for (let call = 0; call < callsAtOnce; call += 1) {
      const body = { phone: newPhone() };
      await service.call('POST /v1/auth/otp/start', { from: addressOf(calls), body });
      calls += 1;
    }
    service.clock.advance(10 * minute);
  }
  const smsCount = service.smsSent() - before;

  const others = {
    'account holder': await outcomeOf(service, holder.phone, { from: '192.0.2.77' }),
    'returning network': await outcomeOf(service, newPhone(), { from: returning }),
    'stranger with a proof': await outcomeOf(service, newPhone(), { from: '192.0.2.99', solves: true }),
  };
  const bounds = Object.entries(others).map(([who, { isIn, words }]): Bound => [isIn, `${who} ${words}`]);
  return finding(
    `the day’s SMS from ${what}`,
    `${calls} starts in ${Math.round(rounds / 6)} simulated hours`,
    `${smsCount} SMS; ${bounds.map(([, words]) => words).join(', ')}`,
    [...bounds, [smsCount <= 125, `${smsCount} SMS without a proof`]],
  );
};

/** Rounds of ten minutes: three times as long as the slowest needs to spend the budget; in short until it is spent. */
const roundsOf = (isShort: boolean, { callsAtOnce }: Origin): number =>
  isShort ? Math.ceil(150 / callsAtOnce) : 39;

export const smsBudget: Attack = {
  name: 'sms-budget',
  about: 'unknown callers spend the SMS of a day; then others sign in',
  run: async (target) => {
    const service = await target.openSimulation();
    const [home, returning] = ['203.0.113.5', '2001:db8:ffff::5'];
    const holder = await signIn(service, newPhone(), { from: home });
    await signIn(service, newPhone(), { from: returning });
    const findings: Finding[] = [];
    for (const origin of target.isShort ? origins.slice(2) : origins)
      findings.push(await attackFrom(service, [holder, returning], origin, roundsOf(target.isShort, origin)));
    return findings;
  },
};
