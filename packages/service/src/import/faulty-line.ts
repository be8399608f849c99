import type { FieldFault } from '@event-platform/domain';

/** A line without an event; `sourceKey` names the one that it speaks of, where that much can be read. */
export interface FaultyLine {
  readonly faults: readonly FieldFault[];
  readonly sourceKey?: string | undefined;
}
