import type { ReportAction, ReportId, ReportReason, ReportTarget } from '@event-platform/domain';
import { defineEntity, p } from '@mikro-orm/core';
import { ofUser } from '../accounts/of-user.ts';
import { instant, sqlIndexes } from '../columns.ts';

/** How often events were hidden or shown again; at most one row. */
export const Moderation = defineEntity({
  name: 'Moderation',
  properties: { id: p.integer().autoincrement(false).primary(), version: p.bigint() },
});

/** What people report. */
export const Report = defineEntity({
  name: 'Report',
  properties: {
    id: p.uuid().$type<ReportId>().primary(),
    reporter: () => ofUser().index('report_reporter_id_index').hidden(),
    targetKind: p.text().$type<ReportTarget['kind']>(),
    targetId: p.uuid().index('report_target_id_index'),
    reason: p.text().$type<ReportReason>(),
    text: p.text(),
    reportedAt: instant(),
    action: p.text().$type<ReportAction>().nullable().hidden(),
    note: p.text().nullable().hidden(),
    closedAt: instant().nullable().hidden(),
  },
  indexes: sqlIndexes('report_open_unique', 'report_open_target_index'),
  checks: [
    { name: 'report_target_kind_check', expression: "target_kind in ('event', 'user')" },
    { name: 'report_action_check', expression: "action in ('none', 'taken_down', 'suspended')" },
    {
      name: 'report_closing_check',
      expression: '(closed_at is null) = (action is null) and (closed_at is null) = (note is null)',
    },
  ],
});
