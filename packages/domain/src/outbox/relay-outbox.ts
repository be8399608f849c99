import type { Dependencies } from '../dependencies.ts';
import { type Change, consumers } from './change.ts';
import { type Job, noticesJob } from './job.ts';

/** Changes of one transaction at most. */
const batchSize = 100;

/**
 * Moves the changes that are due from the outbox to the queues of their consumers, each in one transaction, so that none
 * is lost or moved twice. Any number of processes may call it at once. Returns how many were moved.
 */
export const relayOutbox =
  ({ clock, unitOfWork }: Pick<Dependencies, 'clock' | 'unitOfWork'>) =>
  async (): Promise<number> => {
    let movedCount = 0;
    for (;;) {
      const count = await unitOfWork.run(async ({ outbox, jobs }) => {
        const changes = await outbox.takeDue(clock.now(), batchSize);
        await jobs.add([...changes.flatMap(jobsOf), ...webhooksJobs(changes)]);
        return changes.length;
      });
      movedCount += count;
      if (count < batchSize) return movedCount;
    }
  };

const jobsOf = (change: Change): readonly Job[] => {
  if (change.kind === 'delivery.due') return [deliveryJob(change)];
  const { notice } = consumers[change.kind];
  // The holder of a booking that was confirmed at once knows of it.
  const isKnown = change.kind === 'booking.confirmed' && !change.data.isPromotion;
  const isTold = notice && !isKnown && !change.data.isOfSeries;
  return isTold ? [noticesJob(change.id, { change })] : [];
};

const webhooksJobs = (all: readonly Change[]): readonly Job[] => {
  const changes = all.filter(({ kind }) => consumers[kind].isWebhookType);
  const [first] = changes;
  return first ? [{ queue: 'webhooks', id: first.id, data: { changes } }] : [];
};

const deliveryJob = ({ id, data: { deliveryId = '', attempt = 0, webhookId = '' } }: Change): Job => ({
  queue: 'webhook-deliveries',
  id,
  data: { deliveryId, attempt },
  share: webhookId,
});
