import { type FieldFault, refuseInput } from '@event-platform/domain';

/** The fault of a text that no database stores unchanged, or null: NUL, and unpaired surrogates. */
export const unstorableText = (path: string, text: string): FieldFault | null => {
  if (text.includes('\u0000')) return { path, message: 'must not contain NUL characters' };
  return text.isWellFormed() ? null : { path, message: 'must be well-formed Unicode' };
};

/** JSON in valid UTF-8 can contain both only as escapes. */
export const mayHoldUnstorableText = (json: string): boolean => /\\u(?:0000|d[89a-f])/i.test(json);

/** A key in a JSON pointer (RFC 6901), well-formed and of bounded length. */
const segment = (key: string): string =>
  key.toWellFormed().slice(0, maxSegmentLength).replaceAll('~', '~0').replaceAll('/', '~1');
const maxSegmentLength = 100;

/**
 * Refuses a JSON value that holds an unstorable text. Not recursive: the sender chooses the depth.
 * @throws {DomainError} `invalid_request`
 */
export const refuseUnstorableText = (root: unknown): void => {
  const open: { readonly path: string; readonly value: unknown }[] = [{ path: '', value: root }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { path, value } = next;
    const fault = typeof value === 'string' ? unstorableText(path, value) : null;
    if (fault) throw refuseInput(fault);
    if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value))
        open.push({ path: `${path}/${segment(key)}`, value: inner });
  }
};
