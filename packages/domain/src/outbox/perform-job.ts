import type { Domain } from '../create-domain.ts';
import type { Job } from './job.ts';

/** Does what a job of the outbox asks for: the use case of its queue. */
export const performJob = (domain: Domain, job: Job): Promise<unknown> => {
  switch (job.queue) {
    case 'notices':
      return domain.tellChange(job.data);
    case 'notice-mails':
      return domain.deliverNoticeMail(job.data);
    case 'webhooks':
      return domain.notifyWebhooks(job.data);
    case 'webhook-deliveries':
      return domain.attemptDelivery(job.data);
    case 'failing-deliveries':
      return domain.attemptFailingDelivery(job.data);
  }
};
