import type { UserId } from '@event-platform/domain';
import { defineEntity, p } from '@mikro-orm/core';
import { instant } from '../columns.ts';

/**
 * A user's last write, known by its transaction (`xmin`); written only where there are replicas. The version before reads
 * the position of the writer's log (bytes) and its timeline.
 */
export const OwnWrite = defineEntity({
  name: 'OwnWrite',
  properties: {
    userId: p.uuid().$type<UserId>().primary(),
    position: p.bigint().$type<number>(),
    timeline: p.bigint().$type<number>().nullable(),
    at: instant(),
  },
});

/** Where `own_write` begins in the writer's log (bytes): a crash empties both. One row, only where there are replicas. */
export const OwnWriteStart = defineEntity({
  name: 'OwnWriteStart',
  properties: {
    isOnly: p.boolean().primary().default(true),
    position: p.bigint().$type<number>(),
  },
  checks: [{ name: 'own_write_start_is_only_check', expression: 'is_only' }],
});

/** A timeline of the writer's log, written on it; only where there are replicas. */
export const Timeline = defineEntity({
  name: 'Timeline',
  properties: {
    id: p.bigint().primary().autoincrement(),
    number: p.bigint().$type<number>(),
    at: instant(),
  },
});
