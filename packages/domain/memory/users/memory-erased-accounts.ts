import type { UserId } from '../../src/ids.ts';
import { after } from '../../src/time.ts';
import { erasurePolicy } from '../../src/users/erasure-policy.ts';
import { pairKey } from '../table.ts';
import type { Tables } from '../tables.ts';

/** Gives a new account of the phone what the erased one could not shed. */
export const inherit = (tables: Tables, phone: string, heir: UserId, at: Date): void => {
  const erasedAccount = tables.erasedAccounts.get(phone);
  if (!erasedAccount) return;
  tables.erasedAccounts.delete(phone);
  const { removedGuests, blocks, quotas } = tables;
  const isKept = erasedAccount.erasedAt > after(at, -erasurePolicy.retention);
  for (const row of removedGuests.rows()) {
    if (row.userId !== erasedAccount.id) continue;
    removedGuests.delete(pairKey(row.eventId, erasedAccount.id));
    if (isKept) removedGuests.set(pairKey(row.eventId, heir), { ...row, userId: heir });
  }
  for (const row of blocks.rows()) {
    if (row.blockedId !== erasedAccount.id) continue;
    blocks.delete(pairKey(row.userId, erasedAccount.id));
    if (isKept) blocks.set(pairKey(row.userId, heir), { ...row, blockedId: heir });
  }
  for (const [key, row] of quotas.entries()) {
    if (!key.includes(erasedAccount.id)) continue;
    quotas.delete(key);
    if (isKept) quotas.set(key.replace(erasedAccount.id, heir), row);
  }
};
