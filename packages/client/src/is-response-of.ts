import type { OperationDescription } from './operation.ts';

/** Operations whose response becomes the session. */
const returnsTokens: ReadonlySet<string> = new Set(['/v1/auth/otp/check', '/v1/auth/refresh']);

/**
 * Whether the service may have responded an operation with this JSON: something in between may response each request with
 * some JSON, which must not replace the tokens. Only what the client itself relies on is looked at, as other versions
 * of the service have other fields.
 */
export const isResponseOf = ({ path, largestPage }: OperationDescription, response: unknown): boolean => {
  if (typeof response !== 'object' || response === null) return false;
  const { data, accessToken, refreshToken } = response as Readonly<Record<string, unknown>>;
  if (returnsTokens.has(path)) return typeof accessToken === 'string' && typeof refreshToken === 'string';
  return largestPage === undefined || Array.isArray(data);
};
