import { createHmac } from 'node:crypto';

/** The owner of a token. */
export interface Bearer {
  readonly userId: string;
  readonly sessionId: string;
}

/** Issues an access token of a session's first generation, valid for 15 minutes. */
export type IssueToken = (bearer: Bearer) => string;

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
const lifetimeSeconds = 15 * 60;

/**
 * Signs like the service: scenarios need thousands of tokens, too many to request them one by one.
 * @param secret base64url
 */
export const tokenIssuer = (kid: string, secret: string): IssueToken => {
  const header = encode({ alg: 'HS256', typ: 'at+jwt', kid });
  const key = Buffer.from(secret, 'base64url');
  return ({ userId, sessionId }) => {
    const iat = Math.floor(Date.now() / 1000);
    const claims = {
      sub: userId,
      sid: sessionId,
      gen: 1,
      iss: 'event-platform',
      aud: 'event-platform',
      iat,
      exp: iat + lifetimeSeconds,
    };
    const signed = `${header}.${encode(claims)}`;
    return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
  };
};
