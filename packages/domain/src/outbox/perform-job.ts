import type { Domain } from '../create-domain.ts';
import type { ChangesJob, Job } from './job.ts';

/** Does what a job of the outbox asks for: the use case of its queue. */
export const performJob = (domain: Domain, job: Job | ChangesJob): Promise<unknown> => {
  switch (job.queue) {
    case 'changes':
      return domain.followChanges(job);
    case 'notices':
    case 'reminders':
      return domain.tellChange(job.data);
    case 'notice-mails':
      return domain.deliverNoticeMail(job.data);
    case 'invitation-mail':
      return domain.deliverInvitation(job.data);
    case 'webhook-deliveries':
      return domain.attemptDelivery(job.data);
    case 'category-events':
      return domain.refileCategory(job.data);
    case 'failing-deliveries':
      return domain.attemptFailingDelivery(job.data);
  }
};
