import { createHash } from 'node:crypto';

/** What the source keys of imports begin with. */
export const keyPrefix = 'import:';

/** What identifies an event of a file. */
export interface SourceKeys {
  readonly sourceKey: string;
  /** The keys that earlier releases, or files that told less or more of it, gave it. */
  readonly formerKeys: readonly string[];
}

/** A short key, equal in each import: the hash of what identifies the event. */
const keyOf = (...parts: readonly string[]): string =>
  `${keyPrefix}${createHash('sha256').update(JSON.stringify(parts)).digest('base64url')}`;

/** The parts of a line that may identify its event; `start` is an instant, of a calendar day the UTC start. */
export interface Identity {
  readonly organizerId: string;
  readonly id: string | undefined;
  readonly identifier?: string | undefined;
  readonly url: string | undefined;
  readonly title: string | undefined;
  readonly start: string | undefined;
  readonly address: string;
}

/** A blank node of JSON-LD, a fragment alone, and addresses that a browser makes up. */
const passing = /^(?:_:|(?:\.?\/)?#|(?:about|blob|data|javascript):)/i;

/** Whether an id names something beyond its file. */
export const isLasting = (id: string | undefined): id is string => id !== undefined && !passing.test(id);

/**
 * The keys of a line: its `@id`, `identifier` or URL alone, the first of them that can last; without them its title, start and
 * place. Null when these are missing. Organizers share no key.
 * @param isShared whether the URL is that of other lines, too
 */
export const sourceKeys = (
  { organizerId, id, identifier, url, title, start, address }: Identity,
  isShared = false,
): SourceKeys | null => {
  const ofPage = url === undefined || start === undefined ? [] : [url, start, address];
  const formerKeys = [
    ...(ofPage.length > 0 ? [keyOf('url', organizerId, ...ofPage), keyOf('url', ...ofPage)] : []),
    ...(title === undefined || start === undefined
      ? []
      : [keyOf('event', organizerId, title, start, address)]),
  ];
  if (isLasting(id))
    return {
      sourceKey: keyOf('id', organizerId, id),
      formerKeys: [keyOf('id', id, start ?? ''), keyOf('url', id, start ?? '', address)],
    };
  if (isLasting(identifier)) return { sourceKey: keyOf('identifier', organizerId, identifier), formerKeys };
  if (isLasting(url) && !isShared) return { sourceKey: keyOf('page', organizerId, url), formerKeys };
  const [sourceKey] = title === undefined ? [] : formerKeys.slice(-1);
  return start === undefined || sourceKey === undefined
    ? null
    : { sourceKey, formerKeys: formerKeys.slice(0, -1) };
};
