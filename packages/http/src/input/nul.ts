import { type FieldFault, refuseInput } from '@event-platform/domain';

/** No database keeps NUL in a text, so that none may come past the door. */
export const nulFault = (path: string): FieldFault => ({ path, message: 'must not contain NUL characters' });

/**
 * Refuses a JSON value with a NUL character in one of its texts. Not recursive: depth is the sender's choice.
 * @throws {DomainError} `invalid_request`
 */
export const refuseNul = (root: unknown): void => {
  const open: { readonly path: string; readonly value: unknown }[] = [{ path: '', value: root }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { path, value } = next;
    if (typeof value === 'string' && value.includes('\u0000')) throw refuseInput(nulFault(path));
    if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) open.push({ path: `${path}/${key}`, value: inner });
  }
};
