/** What an event is about. The slug is its key: lower-case words joined by hyphens. */
export interface Category {
  readonly slug: string;
  readonly name: string;
  readonly emoji: string;
}
