import { defineEntity, p } from '@mikro-orm/core';
import { instant } from './instant.ts';

/** How far the writer's log had come after a person's last write; written only where there are replicas. */
export const OwnWrite = defineEntity({
  name: 'OwnWrite',
  tableName: 'own_write',
  properties: {
    userId: p.uuid().primary(),
    position: p.bigint().$type<number>(),
    at: instant(),
  },
});
