import { limits } from '@event-platform/domain';

/** Controls, format characters and blanks: Node reads header values as Latin-1, which has some. */
const invisible = /[\p{C}\p{Z}]+/gu;

/** What a client calls itself, by name or in `User-Agent`, as one line of text; empty without one. */
export const clientName = (name: string | undefined): string =>
  [...(name ?? '').replace(invisible, ' ').trim()].slice(0, limits.deviceLength).join('').trimEnd();
