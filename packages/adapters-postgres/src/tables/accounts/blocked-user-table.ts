import { defineEntity, p } from '@mikro-orm/core';
import { AppUser } from './app-user-table.ts';

const ofUser = () => p.manyToOne(AppUser).mapToPk().deleteRule('cascade');

/** The people whose invitations a user does not want. */
export const BlockedUser = defineEntity({
  name: 'BlockedUser',
  tableName: 'blocked_user',
  properties: {
    user: () => ofUser().primary(),
    blocked: () => ofUser().primary().index('blocked_user_blocked_id_index'),
  },
});
