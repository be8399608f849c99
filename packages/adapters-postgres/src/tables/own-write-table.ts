import { defineEntity, p } from '@mikro-orm/core';
import { instant } from './instant.ts';

/**
 * A user's last write, known by its transaction (`xmin`); written only where there are replicas. The version before reads
 * the position of the writer's log (bytes) and its timeline.
 */
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
