import type { FieldFault, ImportedEvent } from '@event-platform/domain';

/** The event of a line. */
export type ReadEvent = ImportedEvent & {
  /** Whether its source tells no end, and it got a usual one. */
  readonly isEndAssumed?: boolean;
};

/** A line without an event; `sourceKey` names the one that it speaks of, where that much can be read. */
export interface FaultyLine {
  readonly faults: readonly FieldFault[];
  readonly sourceKey?: string | undefined;
}
