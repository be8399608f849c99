import { defineEntity, p } from '@mikro-orm/core';
import { instant } from '../instant.ts';

/** People. An erased account stays as a row without a person, so that its events keep an organizer. */
export const AppUser = defineEntity({
  name: 'AppUser',
  tableName: 'app_user',
  properties: {
    id: p.uuid().primary(),
    phone: p.text().nullable().unique('app_user_phone_unique'),
    name: p.text(),
    username: p.text().nullable(),
    avatar: p.text().nullable(),
    bio: p.text(),
    role: p.text(),
    city: p.text(),
    peacesBalance: p.integer(),
    createdAt: instant(),
    erasedAt: instant().nullable(),
    suspendedAt: instant().nullable(),
    suspensionReason: p.text().nullable(),
  },
  uniques: [
    {
      name: 'app_user_username_unique',
      expression: 'create unique index app_user_username_unique on app_user (lower(username))',
    },
  ],
  checks: [
    { name: 'app_user_role_check', expression: "role in ('user', 'admin')" },
    {
      name: 'app_user_suspended_check',
      expression: '(suspended_at is null) = (suspension_reason is null)',
    },
    {
      name: 'app_user_erased_check',
      expression:
        '(erased_at is null) = (phone is not null) and (erased_at is null) = (username is not null)',
    },
  ],
});

/** What an erased account may not shed is found by the keyed hash of its phone. */
export const ErasedAccount = defineEntity({
  name: 'ErasedAccount',
  tableName: 'erased_account',
  properties: {
    phone: p.text().primary(),
    user: () => p.manyToOne(AppUser).mapToPk().deleteRule('cascade').index('erased_account_user_id_index'),
    erasedAt: instant().index('erased_account_erased_at_index'),
  },
});
