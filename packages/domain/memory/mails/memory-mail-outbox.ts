import type { MailOutbox } from '../../src/ports/messaging/mail-outbox.ts';
import { pairKey } from '../table.ts';
import type { Tables } from '../tables.ts';

export const memoryMailOutbox = ({ outbox }: Tables): MailOutbox => ({
  enqueue: async (mails) => {
    for (const mail of mails) outbox.set(pairKey(mail.id, String(mail.sending)), mail);
  },
});
