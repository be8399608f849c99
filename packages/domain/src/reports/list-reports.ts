import type { Dependencies } from '../dependencies.ts';
import { type Paged, type Paging, toPage } from '../paging.ts';
import type { ReportedTarget, ReportStatus } from './report.ts';

export interface ListReports extends Paging {
  readonly status?: ReportStatus | undefined;
}

/** Lists what was reported, one entry a target. For operators. Throws `invalid_request` (a page out of bounds). */
export const listReports =
  ({ stores }: Pick<Dependencies, 'stores'>) =>
  async ({ status = 'open', ...paging }: ListReports): Promise<Paged<ReportedTarget>> =>
    stores.reports.list(status, toPage(paging));
