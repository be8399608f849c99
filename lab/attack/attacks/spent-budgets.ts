import { type Attack, type Bound, type Finding, finding } from '../attack.ts';
import { newPhone, outcomeOf, type SignedIn, signIn } from '../callers.ts';
import type { Simulation } from '../simulation.ts';
import { solveProof } from '../solve-proof.ts';

const minute = 60_000;
const day = 86_400_000;
const nextDay = ({ clock }: Simulation) =>
  clock.set(new Date((Math.floor(clock.now().getTime() / day) + 1) * day));
const wrong = (code: string): string => String((Number(code || '0') + 1) % 10_000).padStart(4, '0');
/** Of another /16 for each hundred calls. */
const addressOf = (call: number) => `${20 + (call % 60)}.${(call >> 3) & 255}.${call & 255}.9`;

const accounts = async (service: Simulation, count: number): Promise<readonly SignedIn[]> => {
  const people: SignedIn[] = [];
  for (let index = 0; index < count; index += 1)
    people.push(await signIn(service, newPhone(), { from: `10.${index}.1.1` }));
  return people;
};

/** How the owner signs in: at home, with the device elsewhere, and elsewhere with an app that solves proofs. */
const ownerOutcomes = async (
  service: Simulation,
  owner: SignedIn,
  home: string,
  attack: string,
  cost: string,
) => {
  const ways = {
    'on the known network': { from: home },
    'with the known device': { from: '198.18.7.7', device: owner.refreshToken },
    elsewhere: { from: '198.19.0.1', solves: true },
  };
  const bounds: Bound[] = [];
  for (const [way, options] of Object.entries(ways)) {
    service.clock.advance(minute);
    const outcome = await outcomeOf(service, owner.phone, options);
    bounds.push([outcome.isIn, `${way} ${outcome.words}`]);
  }
  return finding(attack, cost, `owner ${bounds.map(([, words]) => words).join(', ')}`, bounds);
};

/** A fifth of the default budget, and of the starts that spent it. */
const startsToAccounts = async (service: Simulation): Promise<Finding> => {
  const people = await accounts(service, 30);
  nextDay(service);
  let calls = 0;
  for (let round = 0; round < 4; round += 1) {
    service.clock.advance(minute);
    for (const { phone } of people.slice(1)) {
      await service.call('POST /v1/auth/otp/start', { from: addressOf(calls), body: { phone } });
      calls += 1;
    }
  }
  return ownerOutcomes(
    service,
    people[0] as SignedIn,
    '10.0.1.1',
    `${calls} starts to phones with accounts, of 200 SMS a day`,
    `${calls} starts from as many networks`,
  );
};

const guessesOfAllPhones = async (service: Simulation): Promise<Finding> => {
  const people = await accounts(service, 52);
  nextDay(service);
  let guesses = 0;
  for (let round = 0; round < 2; round += 1) {
    for (const { phone } of people.slice(1)) {
      const from = addressOf(guesses);
      await service.call('POST /v1/auth/otp/start', { from, body: { phone } });
      for (let guess = 0; guess < 2; guess += 1) {
        const body = { phone, code: wrong(service.codeOf(phone)) };
        await service.call('POST /v1/auth/otp/check', { from: addressOf(guesses), body });
        guesses += 1;
      }
    }
    service.clock.advance(6 * minute);
  }
  return ownerOutcomes(
    service,
    people[0] as SignedIn,
    '10.0.1.1',
    'the wrong guesses of all phones are spent',
    `${guesses} guesses at 51 phones`,
  );
};

/** Of 40 SMS a day unknown callers have 10: five free ones, five for proofs. */
const stockedProofs = async (service: Simulation): Promise<Finding> => {
  nextDay(service);
  const start = (phone: string, call: number, proof?: string) =>
    service.call('POST /v1/auth/otp/start', {
      from: addressOf(call),
      body: { phone, ...(proof ? { proof } : {}) },
    });
  for (let call = 0; call < 5; call += 1) await start(newPhone(), call);
  const stock: { phone: string; proof: string }[] = [];
  for (let call = 5; call < 10; call += 1) {
    const phone = newPhone();
    stock.push({ phone, proof: await solveProof((await start(phone, call)).body.challenge) });
  }
  let good = 0;
  for (const [index, { phone, proof }] of stock.reverse().entries())
    if ((await start(phone, 10 + index, proof)).status === 200) good += 1;
  return finding(
    'challenges fetched while they are cheap, solved and kept',
    `${stock.length} challenges at once, the dearest used first`,
    `${good} of ${stock.length} are good, the others are asked for the price of then`,
    good <= 3,
  );
};

export const spentBudgets: Attack = {
  name: 'spent-budgets',
  about: 'budgets of the whole service are spent; then an owner signs in',
  run: async (target) => [
    await startsToAccounts(await target.openSimulation({ SMS_DAILY_BUDGET: '200' })),
    await guessesOfAllPhones(await target.openSimulation()),
    await stockedProofs(await target.openSimulation({ SMS_DAILY_BUDGET: '40' })),
  ],
};
