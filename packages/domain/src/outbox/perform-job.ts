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
    case 'email-codes':
      return domain.deliverEmailCode(job.data);
    case 'notice-sms':
      return domain.deliverNoticeSms(job.data);
    case 'digest-mails':
      return domain.deliverDigest(job.data);
    case 'webhook-deliveries':
      return domain.attemptDelivery(job.data);
    case 'activity-pushes':
      return domain.pushActivity(job.data);
    case 'push-fcm':
    case 'push-apns':
    case 'push-expo':
    case 'push-web':
      return domain.deliverPush({ ...job.data, share: job.share });
    case 'push-receipts':
      return domain.readPushReceipt(job.data);
    case 'category-events':
      return domain.refileCategory(job.data);
    case 'picture-files':
      return domain.placePictures(job.data);
    case 'failing-deliveries':
      return domain.attemptFailingDelivery(job.data);
  }
};
