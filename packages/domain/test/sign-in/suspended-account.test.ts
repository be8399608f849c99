import t from 'tap';
import { createMemoryWorld } from '../../memory/index.ts';
import { createDomain } from '../../src/create-domain.ts';
import { person, refusal } from '../support.ts';

const network = '203.0.113.0/24';

t.test('an account that is suspended or erased between code and session is not signed in', async (t) => {
  const world = createMemoryWorld();
  const id = await person(world);
  const { stores } = world.dependencies;
  const { phone = '' } = (await stores.users.find(id)) ?? {};
  const unit = world.dependencies.unitOfWork;
  const meanwhile = (change: () => Promise<unknown>) => {
    const sessions = (inside: typeof stores.sessions) => ({
      ...inside,
      open: async () => {
        await change();
        return false;
      },
    });
    return createDomain({
      ...world.dependencies,
      stores: { ...stores, sessions: sessions(stores.sessions) },
      unitOfWork: {
        run: (work) => unit.run((inside) => work({ ...inside, sessions: sessions(inside.sessions) })),
      },
    });
  };
  const signIn = async (domain: ReturnType<typeof meanwhile>, from = network) => {
    world.clock.advance(60_000);
    await domain.startSignIn({ phone, network: from });
    return domain.checkCode({ phone, code: world.smsSent.at(-1)?.code ?? '', network: from });
  };
  const at = world.clock.now();
  await t.rejects(signIn(meanwhile(async () => undefined)), refusal('code_invalid'));
  await t.rejects(
    signIn(meanwhile(() => stores.moderation.suspend(id, { reason: 'Fraud.', at }))),
    refusal('account_suspended', { reason: 'Fraud.' }),
  );
  await t.rejects(
    signIn(
      meanwhile(async () => undefined),
      '198.51.100.0/24',
    ),
    refusal('account_suspended'),
  );
});
