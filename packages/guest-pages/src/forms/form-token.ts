import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '@event-platform/domain';
import { assertSecretLength } from '@event-platform/http';

const hourMs = 3_600_000;
/** 128 bits, in bytes. */
const tokenBytes = 16;

/**
 * Tokens that prove that a form was served by the page it came from, to the browser it comes from: an HMAC over the page's
 * path, the hour and the session of the browser's cookie, if it has one. So no stored state is needed, and a form that was
 * served to somebody else signs no visitor in as them. They are good in their hour and the next one.
 */
export interface FormTokens {
  /** The hour that tokens issued now belong to, counted from 1970. */
  currentHour(): number;
  /** @param session the id of the cookie's session; null without a cookie */
  issue(path: string, session: string | null): string;
  isValid(path: string, token: string, session: string | null): boolean;
  /** A keyed hash of an answered form. */
  receiptKey(parts: readonly string[]): string;
}

/**
 * @param secrets the first issues, all verify
 * @throws {RangeError} when there is none, or one shorter than 32 bytes
 */
export const formTokens = (secrets: readonly Buffer[], clock: Clock): FormTokens => {
  const [current] = secrets;
  if (!current) throw new RangeError('There must be a secret for form tokens');
  for (const secret of secrets) assertSecretLength('The form secret', secret);
  const hour = () => Math.floor(clock.now().getTime() / hourMs);
  const macOf = (secret: Buffer, kind: string, text: string): Buffer =>
    createHmac('sha256', secret).update(`${kind}\n${text}`).digest();
  const tokenOf = (secret: Buffer, path: string, session: string | null, at: number): Buffer =>
    macOf(secret, 'form', `${at}\n${path}${session === null ? '' : `\n${session}`}`).subarray(0, tokenBytes);
  return {
    currentHour: hour,
    issue: (path, session) => tokenOf(current, path, session, hour()).toString('base64url'),
    isValid: (path, token, session) => {
      const bytes = Buffer.from(token, 'base64url');
      if (bytes.length !== tokenBytes) return false;
      const now = hour();
      return secrets.some((secret) =>
        [now, now - 1].some((at) => timingSafeEqual(tokenOf(secret, path, session, at), bytes)),
      );
    },
    receiptKey: (parts) => macOf(current, 'receipt', JSON.stringify(parts)).toString('base64url'),
  };
};

/** A new value that tells one code request from every other. */
export const newOnce = (): string => randomBytes(tokenBytes).toString('base64url');
