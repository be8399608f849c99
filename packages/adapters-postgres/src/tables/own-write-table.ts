import { defineEntity, p } from '@mikro-orm/core';
import { instant } from './instant.ts';

/** The position of the writer's log (bytes) after a user's last write; written only where there are replicas. */
export const OwnWrite = defineEntity({
  name: 'OwnWrite',
  tableName: 'own_write',
  properties: {
    userId: p.uuid().primary(),
    position: p.bigint().$type<number>(),
    timeline: p.bigint().$type<number>().nullable(),
    at: instant(),
  },
});
