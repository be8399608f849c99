import type { ExportSection } from '../../export/export-sections.ts';
import type { UserId } from '../../ids.ts';

/** Rows of a section of an export, and where the next ones begin. */
export interface ExportPage {
  readonly rows: readonly object[];
  /** Null after the last rows. */
  readonly next: string | null;
}

export interface ExportStore {
  /**
   * Reads at most {@link rowsPerRead} rows of what is kept about an account, each once and in a fixed order, beginning after those
   * that ended with `after`. Rows hold texts, numbers, booleans, null and lists of them.
   */
  read(user: UserId, section: Exclude<ExportSection, 'signIns'>, after: string | null): Promise<ExportPage>;
}
