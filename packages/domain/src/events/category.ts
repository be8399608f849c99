/** What an event is about. The slug is its key: lower-case words joined by hyphens. */
export interface Category {
  readonly slug: string;
  readonly name: string;
  readonly emoji: string;
}

/** A category as its operator sees it. */
export interface ManagedCategory extends Category {
  /** Not offered to those who choose; its events stay, and so does its slug in filters. */
  readonly isHidden: boolean;
  /** Those that have one come first, the lowest before others; null: by name. */
  readonly position: number | null;
  /** Whether an import made it. */
  readonly isImported: boolean;
  /** The slug that it became: its events are moved there, and it stands for that one in filters and drafts. */
  readonly mergedInto: string | null;
}
