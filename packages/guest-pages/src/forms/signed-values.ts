import { createHmac, timingSafeEqual } from 'node:crypto';

/** Texts that a browser holds for the service and cannot change. */
export interface SignedValues {
  sign(text: string): string;
  /** Null for anything that this service did not sign, for this purpose. */
  read(value: string): string | null;
}

const form = /^([A-Za-z0-9_-]{1,200})\.([A-Za-z0-9_-]{43})$/;

/** @param secrets the first signs, all verify @param purpose keeps values of one purpose from passing for another */
export const signedValues = (secrets: readonly Buffer[], purpose: string): SignedValues => {
  const macOf = (secret: Buffer, body: string): Buffer =>
    Buffer.from(createHmac('sha256', secret).update(`${purpose}\n${body}`).digest('base64url'));
  const [current = Buffer.alloc(0)] = secrets;
  return {
    sign: (text) => {
      const body = Buffer.from(text).toString('base64url');
      return `${body}.${macOf(current, body)}`;
    },
    read: (value) => {
      const [, body, mac] = form.exec(value) ?? [];
      if (body === undefined || mac === undefined) return null;
      const bytes = Buffer.from(mac);
      return secrets.some((secret) => timingSafeEqual(macOf(secret, body), bytes))
        ? Buffer.from(body, 'base64url').toString()
        : null;
    },
  };
};
