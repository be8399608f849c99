import { defineEntity, p } from '@mikro-orm/core';
import { instant } from '../instant.ts';
import { AppUser } from './app-user-table.ts';

export const Circle = defineEntity({
  name: 'Circle',
  tableName: 'circle',
  properties: {
    id: p.uuid().primary(),
    owner: () => p.manyToOne(AppUser).mapToPk().deleteRule('cascade').index('circle_owner_id_index'),
    name: p.text(),
    createdAt: instant(),
  },
});

export const CircleMember = defineEntity({
  name: 'CircleMember',
  tableName: 'circle_member',
  properties: {
    circle: () => p.manyToOne(Circle).mapToPk().deleteRule('cascade').primary(),
    user: () =>
      p.manyToOne(AppUser).mapToPk().deleteRule('cascade').primary().index('circle_member_user_id_index'),
  },
});
