import { defineEntity, p } from '@mikro-orm/core';

/** Where `own_write` begins in the writer's log (bytes): a crash empties both. One row, only where there are replicas. */
export const OwnWriteStart = defineEntity({
  name: 'OwnWriteStart',
  tableName: 'own_write_start',
  properties: {
    isOnly: p.boolean().primary().default(true),
    position: p.bigint().$type<number>(),
  },
  checks: [{ name: 'own_write_start_is_only_check', expression: 'is_only' }],
});
