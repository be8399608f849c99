import type { FieldFault } from './problem.ts';

/**
 * The rules for a text: its maximum length in code points, as JSON Schema counts, and whether it may be
 * blank.
 */
export interface TextRule {
  readonly maxLength: number;
  readonly mayBeBlank?: boolean;
}

/**
 * Whether a text has more characters than that. A code point is one or two of the units that `length` counts.
 */
export const isLongerThan = (text: string, maxLength: number): boolean =>
  text.length > maxLength && (text.length > 2 * maxLength || [...text].length > maxLength);

/** PostgreSQL stores no NUL, and UTF-8 encodes no lone surrogate. */
const isStorable = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed();

/** The faults of a text; empty when it is valid. */
export const textFaults = (
  path: string,
  text: string,
  { maxLength, mayBeBlank }: TextRule,
): readonly FieldFault[] => {
  if (isLongerThan(text, maxLength)) return [{ path, message: `must be at most ${maxLength} characters` }];
  if (!isStorable(text)) return [{ path, message: 'must be well-formed Unicode without NUL characters' }];
  return mayBeBlank || text.trim() !== '' ? [] : [{ path, message: 'must not be blank' }];
};

const inName = "[a-z0-9._~!$&'()*+,;=-]|%[0-9a-f]{2}";
const inPath = `${inName}|[:@/]`;
/**
 * RFC 3986, so that every client can open it: other characters must be percent-encoded, host names in ASCII.
 */
const webUrl = new RegExp(
  `^https?://(?:(?:${inName}|:)*@)?(?:${inName})+(?::\\d{1,5})?(?:/(?:${inPath})*)?(?:\\?(?:${inPath}|\\?)*)?(?:#(?:${inPath}|\\?)*)?$`,
  'i',
);

/** The faults of a picture's URL; empty when it is valid. */
export const urlFaults = (path: string, url: string, maxLength: number): readonly FieldFault[] =>
  !isLongerThan(url, maxLength) && webUrl.test(url) && isStorable(url)
    ? []
    : [{ path, message: `must be an http or https URL (RFC 3986) of at most ${maxLength} characters` }];
