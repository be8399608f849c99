import t from 'tap';
import { createMemoryWorld } from '../../../memory/index.ts';
import { refusal } from '../../support.ts';
import { lastCode, network } from '../sign-in-scene.ts';

t.test('test numbers take their fixed code until they expire, and get no SMS', async (t) => {
  const until = new Date('2026-07-01T00:00:00.000Z');
  const world = createMemoryWorld({ settings: { testPhones: { codes: { '+15550001111': '4321' }, until } } });
  const check = (code: string) => world.domain.checkCode({ phone: '+15550001111', code, network });
  await t.rejects(check('4321'), refusal('code_invalid'), 'not before a start');
  await world.domain.startSignIn({ phone: '+15550001111' });
  t.equal(world.smsSent.length, 0);
  t.equal((await check('4321')).isNewUser, true);
  await t.rejects(check('4321'), refusal('code_invalid'), 'once');
  world.clock.set(until);
  await world.domain.startSignIn({ phone: '+15550001111' });
  t.equal(world.smsSent.length, 1, 'an ordinary number from then on');
  if (lastCode(world) !== '4321') await t.rejects(check('4321'), refusal('code_invalid'));
});
