import { defineEntity, p } from '@mikro-orm/core';
import { instant } from './instant.ts';

/** A timeline of the writer's log, written on it; only where there are replicas. */
export const Timeline = defineEntity({
  name: 'Timeline',
  tableName: 'timeline',
  properties: {
    id: p.bigint().primary().autoincrement(),
    number: p.bigint().$type<number>(),
    at: instant(),
  },
});
