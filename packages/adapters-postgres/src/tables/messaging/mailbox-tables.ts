import { defineEntity, p } from '@mikro-orm/core';
import { instant } from '../columns.ts';

/** Mailboxes that want no mail, by their keyed hashes. */
export const SuppressedMailbox = defineEntity({
  name: 'SuppressedMailbox',
  properties: { key: p.text().primary(), addedAt: instant() },
});

/** Keys of the service, encrypted under a secret that the database does not hold. */
export const SealedKey = defineEntity({
  name: 'SealedKey',
  properties: { name: p.text().primary(), sealed: p.text() },
});
