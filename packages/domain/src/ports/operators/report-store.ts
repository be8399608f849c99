import type { Id, ReportId } from '../../ids.ts';
import type { Page, Paged } from '../../paging.ts';
import type {
  Report,
  ReportClosing,
  ReportedTarget,
  ReportStatus,
  ReportTarget,
} from '../../reports/report.ts';

export interface ReportStore {
  /**
   * Adds a report, or replaces reason, text and time of the reporter's open one about the same target; returns the id
   * of the one that is kept.
   */
  file(report: Report): Promise<ReportId>;
  /** One entry for each target, the one that was reported last first. */
  list(status: ReportStatus, page: Page): Promise<Paged<ReportedTarget>>;
  /** What the open reports with this id of a target are about; null when there are none. */
  openTarget(id: Id<'event' | 'user'>): Promise<ReportTarget | null>;
  /** Closes the open reports of the target; returns how many they were. */
  close(target: ReportTarget, closing: ReportClosing): Promise<number>;
}
