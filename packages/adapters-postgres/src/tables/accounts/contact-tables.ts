import type { CircleId } from '@event-platform/domain';
import { defineEntity, p } from '@mikro-orm/core';
import { instant } from '../columns.ts';
import { ofUser } from './of-user.ts';

export const Circle = defineEntity({
  name: 'Circle',
  properties: {
    id: p.uuid().$type<CircleId>().primary(),
    owner: () => ofUser().index('circle_owner_id_index').hidden(),
    name: p.text(),
    createdAt: instant(),
  },
});

export const CircleMember = defineEntity({
  name: 'CircleMember',
  properties: {
    circle: () => p.manyToOne(Circle).mapToPk().deleteRule('cascade').primary(),
    user: () => ofUser().primary().index('circle_member_user_id_index'),
  },
});

/** The people whose invitations a user does not want. */
export const BlockedUser = defineEntity({
  name: 'BlockedUser',
  properties: {
    user: () => ofUser().primary().hidden(),
    blocked: () => ofUser().primary().index('blocked_user_blocked_id_index'),
  },
});
