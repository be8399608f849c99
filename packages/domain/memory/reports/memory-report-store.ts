import { groupedBy } from '../../src/grouped-by.ts';
import type { ReportStore } from '../../src/ports/operators/report-store.ts';
import {
  type ReportedTarget,
  type ReportReason,
  type ReportTarget,
  shownTexts,
} from '../../src/reports/report.ts';
import { byKeys, pageOf } from '../events/order.ts';
import type { Tables } from '../tables.ts';

export const memoryReportStore = ({ reports, events, users }: Tables): ReportStore => {
  const open = () => reports.rows().filter(({ closing }) => closing === null);
  const newestFirst = () =>
    reports
      .rows()
      .sort(byKeys(({ at, id }) => [at, id]))
      .reverse();
  const labelOf = ({ kind, id }: ReportTarget) =>
    (kind === 'event' ? events.get(id)?.title : users.get(id)?.name) ?? null;

  return {
    file: async (report) => {
      const row = open().find(
        ({ reporterId, target }) => reporterId === report.reporterId && target.id === report.target.id,
      );
      const id = row?.id ?? report.id;
      reports.set(id, { ...report, id, closing: null });
      return id;
    },
    list: async (status, page) => {
      const rows = newestFirst().filter(({ closing }) => (closing === null) === (status === 'open'));
      const byTarget = groupedBy(rows, ({ target }) => target.id as string);
      const entries = [...byTarget.values()].map((group): ReportedTarget => {
        const [newest] = group as [(typeof group)[number]];
        const reasons: Partial<Record<ReportReason, number>> = {};
        for (const { reason } of group) reasons[reason] = (reasons[reason] ?? 0) + 1;
        const [closing = null] = group
          .flatMap((row) => row.closing ?? [])
          .sort(byKeys(({ at }) => [at]))
          .reverse();
        return {
          target: newest.target,
          label: labelOf(newest.target),
          count: group.length,
          reasons,
          texts: group.flatMap(({ text }) => text || []).slice(0, shownTexts),
          lastAt: newest.at,
          closing,
        };
      });
      return pageOf(entries, page);
    },
    openTarget: async (id) => open().find(({ target }) => target.id === id)?.target ?? null,
    close: async (about, closing) => {
      const reportsOfTarget = open().filter(({ target }) => target.id === about.id);
      for (const report of reportsOfTarget) reports.set(report.id, { ...report, closing });
      return reportsOfTarget.length;
    },
  };
};
