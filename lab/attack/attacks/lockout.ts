import { type Attack, finding } from '../attack.ts';
import { newPhone, outcomeOf, signIn } from '../callers.ts';

const second = 1_000;
const hour = 3_600_000;

const wrong = (code: string): string => String((Number(code || '0') + 1) % 10_000).padStart(4, '0');

/** A start every 31 s for one phone from changing networks, three wrong guesses each time. */
export const lockout: Attack = {
  name: 'lockout',
  about: 'unknown callers keep the codes of one phone busy; then its owner signs in',
  run: async (target) => {
    const service = await target.openSimulation();
    const home = '203.0.113.5';
    const owner = await signIn(service, newPhone(), { from: home });
    const { phone } = owner;
    const hours = target.isShort ? 1 : 24;
    const end = service.clock.now().getTime() + hours * hour;
    let [calls, accepted] = [0, 0];
    while (service.clock.now().getTime() < end) {
      service.clock.advance(31 * second);
      const from = `${20 + (calls % 80)}.${(calls >> 3) & 255}.${calls & 255}.9`;
      await service.call('POST /v1/auth/otp/start', { from, body: { phone } });
      for (let guess = 0; guess < 3; guess += 1) {
        const { status } = await service.call('POST /v1/auth/otp/check', {
          from,
          body: { phone, code: wrong(service.codeOf(phone)) },
        });
        if (status === 200) accepted += 1;
      }
      calls += 1;
    }
    const onNetwork = await outcomeOf(service, phone, { from: home });
    service.clock.advance(31 * second);
    const onDevice = await outcomeOf(service, phone, { from: '198.18.7.7', device: owner.refreshToken });

    // The attack goes on while the owner waits on an unknown network.
    let waited = 0;
    let elsewhere = await outcomeOf(service, phone, { from: '198.19.0.1' });
    while (!elsewhere.isIn && waited < 25) {
      service.clock.advance(hour);
      waited += 1;
      elsewhere = await outcomeOf(service, phone, { from: '198.19.0.1' });
    }
    return [
      finding(
        'a start every 31 s for one phone, three wrong guesses each',
        `${calls} starts, ${calls * 3} guesses, as many networks, ${hours} simulated hours`,
        `known network ${onNetwork.words}, known device ${onDevice.words}, elsewhere after ${waited} h`,
        [
          [onNetwork.isIn, `on the known network: ${onNetwork.words}`],
          [onDevice.isIn, `on the known device: ${onDevice.words}`],
          [accepted === 0, `${accepted} wrong guesses accepted`],
          [elsewhere.isIn && waited <= 24, `elsewhere after ${waited} h: ${elsewhere.words}`],
        ],
      ),
    ];
  },
};
