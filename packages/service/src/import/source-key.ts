import { createHash } from 'node:crypto';

/**
 * A short key that tells an event of a file from all others, the same on each reading: made from what names it
 * there (its `@id` and start; its address on the web, start and place, as a series at several places shares one
 * page; or, for an event without either, its organizer, title, start and place).
 */
export const sourceKey = (...parts: readonly string[]): string =>
  `import:${createHash('sha256').update(JSON.stringify(parts)).digest('base64url')}`;
