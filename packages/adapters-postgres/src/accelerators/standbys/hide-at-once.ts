import type { ModerationStore, Stores, UnitOfWork } from '@event-platform/domain';
import type { ReplicaSet } from './replica-set.ts';

type Hides = Pick<ReplicaSet, 'settle'>;

/** What operators hide; `onHide` runs after each act. */
const withOnHide = (moderation: ModerationStore, onHide: () => Promise<void>): ModerationStore => ({
  ...moderation,
  takeDown: async (event, takeDown) => {
    const isDone = await moderation.takeDown(event, takeDown);
    await onHide();
    return isDone;
  },
  suspend: async (user, suspension) => {
    const outcome = await moderation.suspend(user, suspension);
    await onHide();
    return outcome;
  },
});

/** Stores whose acts of moderation end when no process reads what they hide from a replica any more. */
export const hideAtOnce = (stores: Stores, replicas: Hides): Stores => ({
  ...stores,
  moderation: withOnHide(stores.moderation, () => replicas.settle()),
});

/** The same for units of work, after their commit. */
export const hideAfterCommit = (unitOfWork: UnitOfWork, replicas: Hides): UnitOfWork => ({
  run: async (work, size) => {
    let hides = false;
    const onHide = async () => {
      hides = true;
    };
    const result = await unitOfWork.run(
      // Stores of a transaction are made when they are asked for: a copy of the object would have none of them.
      (stores) =>
        work(Object.create(stores, { moderation: { get: () => withOnHide(stores.moderation, onHide) } })),
      size,
    );
    if (hides) await replicas.settle();
    return result;
  },
});
