import type { EventId, ReportId, UserId } from '../ids.ts';

export const reportReasons = ['spam', 'fraud', 'hate', 'violence', 'sexual', 'danger', 'other'] as const;

export type ReportReason = (typeof reportReasons)[number];

/** What a report is about. */
export type ReportTarget =
  | { readonly kind: 'event'; readonly id: EventId }
  | { readonly kind: 'user'; readonly id: UserId };

/** What one person says about a target. */
export interface Report {
  readonly id: ReportId;
  readonly reporterId: UserId;
  readonly target: ReportTarget;
  readonly reason: ReportReason;
  /** Empty when they gave none. */
  readonly text: string;
  readonly at: Date;
}

export type ReportStatus = 'open' | 'closed';

/** What an operator decided about the reports of a target. */
export type ReportAction = 'none' | 'taken_down' | 'suspended';

export const reportActions: readonly ReportAction[] = ['none', 'taken_down', 'suspended'];

export interface ReportClosing {
  readonly action: ReportAction;
  /** For other operators; empty when there is none. */
  readonly note: string;
  readonly at: Date;
}

/** All reports of one target that are open, or all that are closed. */
export interface ReportedTarget {
  readonly target: ReportTarget;
  /** The event's title or the user's name; null when it was deleted or erased. */
  readonly label: string | null;
  readonly count: number;
  /** How many gave each reason; reasons without a report are left out. */
  readonly reasons: Readonly<Partial<Record<ReportReason, number>>>;
  /** The newest texts, the newest first, at most {@link shownTexts}. */
  readonly texts: readonly string[];
  readonly lastAt: Date;
  /** The latest closing; null for open reports. */
  readonly closing: ReportClosing | null;
}

export const shownTexts = 5;
