import { createHash } from 'node:crypto';

/**
 * A short key that identifies an event of a file, equal in each import: the hash of its `@id` and start; of its URL,
 * start and place, as a series at several places shares one page; or, without either, of its organizer, title, start
 * and place.
 */
export const sourceKey = (...parts: readonly string[]): string =>
  `import:${createHash('sha256').update(JSON.stringify(parts)).digest('base64url')}`;
