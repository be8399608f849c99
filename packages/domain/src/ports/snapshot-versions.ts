/** Tells whether what somebody read is still what they would read. */
export interface SnapshotVersions {
  /**
   * A mark of all that lists and events are read from. Two equal marks: nothing has changed between the first and
   * the second. Unequal ones promise nothing.
   */
  current(): Promise<string>;
  /** When lists may change by time alone: the next end of a listed event after that instant; null when there is none. */
  nextEnd(at: Date): Promise<Date | null>;
}
