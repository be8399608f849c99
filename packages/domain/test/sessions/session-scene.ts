import { createMemoryWorld } from '../../memory/index.ts';
import { network, phone } from '../sign-in/sign-in-scene.ts';

/** A user who is signed in, with shorthands for their session. */
export const sessionScene = async () => {
  const world = createMemoryWorld();
  await world.domain.startSignIn({ phone });
  const { session, user } = await world.domain.checkCode({
    phone,
    code: world.smsSent[0]?.code ?? '',
    network,
  });
  const refresh = async (generation: number, idempotencyKey: string | null = null) =>
    (await world.domain.refreshSession({ sessionId: session.id, generation, idempotencyKey })).session;
  const authenticate = (generation: number) =>
    world.domain.authenticate({ sessionId: session.id, userId: user.id, generation });
  return { world, session, user, refresh, authenticate };
};
