import { createMemoryWorld } from '../../memory/index.ts';
import { person } from '../support.ts';

/** An owner with an empty circle, and another user. */
export const circleScene = async () => {
  const world = createMemoryWorld();
  const [ownerId, other] = [await person(world), await person(world)];
  const { id: circleId } = await world.domain.createCircle({ ownerId, name: 'Choir' });
  return { world, domain: world.domain, ownerId, other, circleId };
};
