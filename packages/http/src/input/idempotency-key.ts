import { limits } from '@event-platform/domain';

/** A string of RFC 8941 (section 3.3.3), as draft-ietf-httpapi-idempotency-key-header-07 asks for. */
const quotedKey = /^"((?:[ !#-[\]-~]|\\["\\])*)"$/;
/** What clients send instead: visible ASCII without what would end it or belong to another syntax. */
const bare = /^[!#-+\--:<-[\]-~]+$/;

/** The key in the value of an `Idempotency-Key` header, quoted or bare; null for a malformed one. */
export const parseIdempotencyKey = (value: string): string | null => {
  const [, inner] = quotedKey.exec(value) ?? [];
  const key = inner === undefined ? (bare.exec(value)?.[0] ?? '') : inner.replace(/\\(["\\])/g, '$1');
  return key.length > 0 && key.length <= limits.idempotencyKeyLength ? key : null;
};
