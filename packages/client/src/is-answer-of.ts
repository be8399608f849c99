import type { OperationDescription } from './operation.ts';

/** Operations whose answer becomes the session. */
const answersTokens: ReadonlySet<string> = new Set(['/v1/auth/otp/check', '/v1/auth/refresh']);

/**
 * Whether the service may have answered an operation with this JSON: something in between may answer each request with
 * some JSON, which must not replace the tokens. Only what the client itself relies on is looked at, as other versions
 * of the service have other fields.
 */
export const isAnswerOf = ({ path, largestPage }: OperationDescription, answer: unknown): boolean => {
  if (typeof answer !== 'object' || answer === null) return false;
  const { data, accessToken, refreshToken } = answer as Readonly<Record<string, unknown>>;
  if (answersTokens.has(path)) return typeof accessToken === 'string' && typeof refreshToken === 'string';
  return largestPage === undefined || Array.isArray(data);
};
