import { defineEntity, p } from '@mikro-orm/core';
import { AppUser } from '../accounts/app-user-table.ts';
import { instant } from '../instant.ts';

/** How often events were hidden or shown again; at most one row. */
export const Moderation = defineEntity({
  name: 'Moderation',
  tableName: 'moderation',
  properties: { id: p.integer().autoincrement(false).primary(), version: p.bigint() },
});

/** What people report. */
export const Report = defineEntity({
  name: 'Report',
  tableName: 'report',
  properties: {
    id: p.uuid().primary(),
    reporter: () => p.manyToOne(AppUser).mapToPk().deleteRule('cascade').index('report_reporter_id_index'),
    targetKind: p.text(),
    targetId: p.uuid().index('report_target_id_index'),
    reason: p.text(),
    text: p.text(),
    reportedAt: instant(),
    action: p.text().nullable(),
    note: p.text().nullable(),
    closedAt: instant().nullable(),
  },
  uniques: [
    {
      name: 'report_open_unique',
      expression:
        'create unique index report_open_unique on report (reporter_id, target_id) where closed_at is null',
    },
  ],
  indexes: [
    {
      name: 'report_open_target_index',
      expression:
        'create index report_open_target_index on report (target_id, reported_at) where closed_at is null',
    },
  ],
  checks: [
    { name: 'report_target_kind_check', expression: "target_kind in ('event', 'user')" },
    { name: 'report_action_check', expression: "action in ('none', 'taken_down', 'suspended')" },
    {
      name: 'report_closing_check',
      expression: '(closed_at is null) = (action is null) and (closed_at is null) = (note is null)',
    },
  ],
});
