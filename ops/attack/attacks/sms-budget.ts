import { type Attack, expectations, type Finding, type Target } from '../attack.ts';
import { newPhone, outcomeOf, signIn } from '../callers.ts';

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
    callsAtOnce: 15,
  },
  { what: 'one IPv6 /48', addressOf: (n) => `2001:db8:2:${hex(n & 65_535)}::1`, callsAtOnce: 25 },
  { what: 'one IPv4 /24', addressOf: (n) => `198.51.100.${n % 256}`, callsAtOnce: 45 },
  {
    what: '50 IPv4 networks',
    addressOf: (n) => `5.${n % 50}.${(n >> 6) & 255}.${n & 255}`,
    callsAtOnce: 300,
  },
];

const attackFrom = async (target: Target, origin: Origin): Promise<Finding> => {
  const service = await target.openSimulation();
  const [holder, returning] = ['203.0.113.5', '2001:db8:ffff::5'];
  const known = await signIn(service, newPhone(), { from: holder });
  await signIn(service, newPhone(), { from: returning });
  // The next UTC day begins with whole budgets.
  service.clock.set(new Date((Math.floor(service.clock.now().getTime() / day) + 1) * day));

  const before = service.smsSent();
  const rounds = target.isShort ? 4 : 143;
  let calls = 0;
  for (let round = 0; round < rounds; round += 1) {
    for (let call = 0; call < origin.callsAtOnce; call += 1) {
      await service.call('POST /v1/auth/otp/start', {
        from: origin.addressOf(calls),
        body: { phone: newPhone() },
      });
      calls += 1;
    }
    service.clock.advance(10 * minute);
  }
  const sent = service.smsSent() - before;

  const { faults, expect } = expectations();
  const others = {
    'account holder': await outcomeOf(service, known.phone, { from: '192.0.2.77' }),
    'returning network': await outcomeOf(service, newPhone(), { from: returning }),
    'stranger with a proof': await outcomeOf(service, newPhone(), { from: '192.0.2.99', solves: true }),
  };
  for (const [who, { isIn, words }] of Object.entries(others)) expect(isIn, `${who}: ${words}`);
  expect(sent <= 125, `${sent} SMS without a proof`);
  return {
    attack: `the day’s SMS from ${origin.what}`,
    cost: `${calls} starts in ${Math.round((rounds * 10) / 60)} simulated hours`,
    before: 'the day’s SMS spent within seconds, sign-in closed to all until midnight',
    now: `${sent} SMS; ${Object.entries(others)
      .map(([who, { words }]) => `${who} ${words}`)
      .join(', ')}`,
    faults,
  };
};

export const smsBudget: Attack = {
  name: 'sms-budget',
  about: 'strangers spend the SMS of a day; then others sign in',
  run: async (target) => {
    const findings: Finding[] = [];
    for (const origin of origins) findings.push(await attackFrom(target, origin));
    return findings;
  },
};
