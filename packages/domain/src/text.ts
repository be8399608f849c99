import { limits } from './limits.ts';
import type { FieldFault } from './problem.ts';

/**
 * The rules for a text: its maximum length in code points, as JSON Schema counts, whether it may be blank, and
 * whether it may have lines.
 */
export interface TextRule {
  readonly maxLength: number;
  readonly mayBeBlank?: boolean;
  /** Allows line feeds and tabs. */
  readonly isMultiLine?: boolean;
}

/**
 * Whether a text has more characters than that. A code point is one or two of the units that `length` counts.
 */
export const isLongerThan = (text: string, maxLength: number): boolean =>
  text.length > maxLength && (text.length > 2 * maxLength || [...text].length > maxLength);

/** PostgreSQL stores no NUL, and UTF-8 encodes no lone surrogate. */
const isStorable = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed();

/** Separators of lines and paragraphs are line breaks, though not control characters (UAX #14, class BK). */
const lineBreakOrControl = /[\p{Cc}\u2028\u2029]/u;
const controlInLines = /[^\P{Cc}\n\t]/u;

/**
 * Embeddings, overrides and isolates (UAX #9): in one line, they reorder the text that a page shows after it. The
 * marks that right-to-left scripts need (U+200E, U+200F, U+061C) reorder nothing and stay.
 */
const bidiControl = /[\u202a-\u202e\u2066-\u2069]/u;

/**
 * A page shows a text without any such character as an empty space that no reader can click or tell from another.
 * U+2800 is the braille pattern without dots. New emoji, unknown to this version of Unicode, count as visible.
 */
const visible = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** The halfwidth voicing marks are letters, which compatibility decomposition turns into marks. */
const tooManyMarks = new RegExp(`[\\p{M}\\uff9e\\uff9f]{${limits.marksInARow + 1}}`, 'u');

/** The fault in the characters of a text, or null. */
const characterFault = (text: string, isMultiLine: boolean): string | null => {
  if (!isStorable(text)) return 'must be well-formed Unicode without NUL characters';
  if (isMultiLine && controlInLines.test(text))
    return 'must not contain control characters other than line feed and tab';
  if (!isMultiLine && lineBreakOrControl.test(text))
    return 'must be one line without control characters or line breaks';
  if (!isMultiLine && bidiControl.test(text))
    return 'must not contain bidirectional embeddings, overrides or isolates';
  return tooManyMarks.test(text)
    ? `must not contain more than ${limits.marksInARow} combining marks in a row`
    : null;
};

/** The faults of a text; empty when it is valid. */
export const textFaults = (
  path: string,
  text: string,
  { maxLength, mayBeBlank = false, isMultiLine = false }: TextRule,
): readonly FieldFault[] => {
  if (isLongerThan(text, maxLength)) return [{ path, message: `must be at most ${maxLength} characters` }];
  const message = characterFault(text, isMultiLine);
  if (message !== null) return [{ path, message }];
  if (text.trim() === '') return mayBeBlank ? [] : [{ path, message: 'must not be blank' }];
  return visible.test(text) ? [] : [{ path, message: 'must have at least one visible character' }];
};
