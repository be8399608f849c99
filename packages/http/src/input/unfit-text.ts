import { type FieldFault, refuseInput } from '@event-platform/domain';

/** What is wrong with a text that no database keeps as it is, or null: NUL, and halves of surrogate pairs. */
export const unfitText = (path: string, text: string): FieldFault | null => {
  if (text.includes('\u0000')) return { path, message: 'must not contain NUL characters' };
  return text.isWellFormed() ? null : { path, message: 'must be well-formed Unicode' };
};

/** Both come into JSON only as escapes, since its bytes are valid UTF-8. */
export const mayHoldUnfitText = (json: string): boolean => /\\u(?:0000|d[89a-f])/i.test(json);

/** A key in a JSON pointer (RFC 6901), whatever its sender made it of. */
const segment = (key: string): string =>
  key.toWellFormed().slice(0, longestSegment).replaceAll('~', '~0').replaceAll('/', '~1');
const longestSegment = 100;

/**
 * Refuses a JSON value with an unfit text in it. Not recursive: depth is the sender's choice.
 * @throws {DomainError} `invalid_request`
 */
export const refuseUnfitText = (root: unknown): void => {
  const open: { readonly path: string; readonly value: unknown }[] = [{ path: '', value: root }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { path, value } = next;
    const fault = typeof value === 'string' ? unfitText(path, value) : null;
    if (fault) throw refuseInput(fault);
    if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value))
        open.push({ path: `${path}/${segment(key)}`, value: inner });
  }
};
