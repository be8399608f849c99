/** A tag, and how many events that lists show have it. */
export interface TagCount {
  readonly slug: string;
  readonly events: number;
}
