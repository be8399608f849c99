/** Versions of what lists and events are read from, to tell whether an earlier read is still current. */
export interface SnapshotVersions {
  /**
   * The version of all that lists and events are read from. When two are equal, nothing changed between them;
   * unequal ones promise nothing.
   */
  current(): Promise<string>;
  /**
   * When lists may change by time alone: the next end of a listed event after that instant; null when there
   * is none.
   */
  nextEnd(at: Date): Promise<Date | null>;
}
