import type { FieldFault } from './problem.ts';

/** A text a person wrote: its bounds in UTF-16 code units, and whether it must say something. */
export interface TextRule {
  readonly maxLength: number;
  readonly mayBeBlank?: boolean;
}

/** What is wrong with a text. NUL is refused because no database keeps it. */
export const textFaults = (
  path: string,
  text: string,
  { maxLength, mayBeBlank }: TextRule,
): readonly FieldFault[] => {
  if (text.length > maxLength) return [{ path, message: `must be at most ${maxLength} characters` }];
  if (text.includes('\u0000')) return [{ path, message: 'must not contain NUL characters' }];
  return mayBeBlank || text.trim() !== '' ? [] : [{ path, message: 'must not be blank' }];
};

const webUrl = /^https?:\/\/[^\s/?#]+[^\s]*$/i;

/** What is wrong with the address of a picture. */
export const urlFaults = (path: string, url: string, maxLength: number): readonly FieldFault[] =>
  url.length <= maxLength && webUrl.test(url) && !url.includes('\u0000')
    ? []
    : [{ path, message: `must be an http or https URL of at most ${maxLength} characters` }];
