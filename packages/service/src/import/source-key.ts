import { createHash } from 'node:crypto';

/** What the source keys of imports begin with. */
export const keyPrefix = 'import:';

/** What identifies an event of a file. */
export interface SourceKeys {
  readonly sourceKey: string;
  /** The key that release 0.1.0 gave it. */
  readonly formerKey?: string;
}

/** A short key, equal in each import: the hash of what identifies the event. */
const keyOf = (...parts: readonly string[]): string =>
  `${keyPrefix}${createHash('sha256').update(JSON.stringify(parts)).digest('base64url')}`;

/** The parts of a line that may identify its event; `start` is an instant, of a calendar day the UTC start. */
export interface Identity {
  readonly organizerId: string;
  readonly id: string | undefined;
  readonly url: string | undefined;
  readonly title: string | undefined;
  readonly start: string | undefined;
  readonly address: string;
}

/**
 * The keys of a line: its `@id` alone; without one its URL, start and place, as a series at several places shares one
 * page; without either its title, start and place. Null when these are missing. Organizers share no key.
 */
export const sourceKeys = (
  { organizerId, id, url, title, start, address }: Identity,
  idKind: 'id' | 'url' = 'id',
): SourceKeys | null => {
  if (id !== undefined) {
    const former = idKind === 'id' ? ['id', id, start ?? ''] : ['url', id, start ?? '', address];
    return { sourceKey: keyOf('id', organizerId, id), formerKey: keyOf(...former) };
  }
  if (start === undefined) return null;
  if (url !== undefined)
    return {
      sourceKey: keyOf('url', organizerId, url, start, address),
      formerKey: keyOf('url', url, start, address),
    };
  return title === undefined ? null : { sourceKey: keyOf('event', organizerId, title, start, address) };
};
