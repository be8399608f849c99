import type { Metadata, User, UserId } from '@event-platform/domain';
import { defineEntity, p } from '@mikro-orm/core';
import { instant, json, sqlIndexes } from '../columns.ts';

/** People. An erased account stays as a row without a person, so that its events keep an organizer. */
export const AppUser = defineEntity({
  name: 'AppUser',
  properties: {
    id: p.uuid().$type<UserId>().primary(),
    phone: p.text().nullable().unique('app_user_phone_unique'),
    name: p.text(),
    username: p.text().nullable(),
    avatar: p.text().nullable(),
    bio: p.text(),
    role: p.text().$type<User['role']>(),
    city: p.text(),
    email: p.text().nullable(),
    locale: p.text().nullable(),
    peacesBalance: p.integer(),
    metadata: json<Metadata>().default('{}'),
    createdAt: instant(),
    erasedAt: instant().nullable().hidden(),
    suspendedAt: instant().nullable(),
    suspensionReason: p.text().nullable(),
  },
  indexes: sqlIndexes('app_user_username_unique', 'app_user_email_unique', 'app_user_picture_index'),
  checks: [
    { name: 'app_user_role_check', expression: "role in ('user', 'admin')" },
    { name: 'app_user_suspended_check', expression: '(suspended_at is null) = (suspension_reason is null)' },
    {
      name: 'app_user_erased_check',
      expression:
        '(erased_at is null) = (phone is not null) and (erased_at is null) = (username is not null)',
    },
  ],
});
