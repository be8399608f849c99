import type { Dependencies } from './dependencies.ts';
import { type Change, consumers } from './outbox/change.ts';
import { type ChangesJob, type Job, noticesJob } from './outbox/job.ts';
import { notifyWebhooks } from './webhooks/deliver.ts';

/**
 * Opens what follows from changes, in one transaction: the deliveries of webhooks and the first page of people to tell. Done
 * again after a crash it opens nothing twice.
 */
export const followChanges =
  (dependencies: Pick<Dependencies, 'clock' | 'ids' | 'unitOfWork' | 'settings'>) =>
  ({ changes }: Pick<ChangesJob, 'changes'>): Promise<void> =>
    dependencies.unitOfWork.run(async (stores) => {
      const now = dependencies.clock.now();
      await stores.jobs.add(changes.flatMap((change) => noticesOf(change, now)));
      const heardChanges = changes.filter(({ kind }) => consumers[kind].isWebhookType);
      await notifyWebhooks(stores, dependencies, heardChanges, now);
    });

const noticesOf = (change: Change, now: Date): readonly Job[] => {
  const isTold = consumers[change.kind].notice && !change.data.isOfSeries;
  return isTold ? [noticesJob(change.id, { change }, now)] : [];
};
