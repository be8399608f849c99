import type { Language } from '@event-platform/domain';
import { countSeptets, segmentSeptets, toGsm7 } from './gsm-7.ts';
import { textsOf } from './texts/index.ts';

export interface SignInSmsSettings {
  /** How the service calls itself. */
  readonly appName: string;
  /** Its host is the one site that browsers fill the code into. */
  readonly publicUrl: string;
  /**
   * The 11 characters by which Android's SMS Retriever hands the message to the app.
   * @see https://developers.google.com/identity/sms-retriever/verify
   */
  readonly androidAppHash?: string | undefined;
}

// SMS Retriever ignores longer messages.
const retrieverBytes = 140;

// Chromium reads no other characters in this place, and such hosts are no site that a code can be bound to.
const bindableHost = /^[a-z0-9.-]+$/;

/**
 * Words the sign-in message so that it fits one GSM-7 segment (160 septets; 140 bytes with an Android hash):
 *
 * ```
 * 1234 is your Gather code. Do not share it.
 *
 * @gather.example #1234 FA+9qCX9VSu
 * ```
 *
 * The last line binds the code to the host (https://wicg.github.io/sms-one-time-codes/). That format ignores
 * text after the code, and SMS Retriever wants its hash at the very end of the message: so the hash ends the
 * last line and both are served. When room is short, first the advice goes, then the name, then the last line.
 *
 * @returns a function from a code and the language of its person to the message
 * @throws Error at once for a hash of another form or a URL that is none
 */
export const signInSms = ({ appName, publicUrl, androidAppHash }: SignInSmsSettings) => {
  if (androidAppHash !== undefined && !/^[A-Za-z0-9+/]{11}$/.test(androidAppHash)) {
    throw new Error('The Android app hash has to be 11 characters of base64');
  }
  const name = toGsm7(appName);
  const { hostname } = new URL(publicUrl);

  const fits = (text: string): boolean => {
    const septets = countSeptets(text);
    if (septets === null || septets > segmentSeptets) return false;
    return androidAppHash === undefined || Buffer.byteLength(text) <= retrieverBytes;
  };

  return (code: string, language: Language): string => {
    const { sms } = textsOf(language);
    const plain = sms.code(code, '');
    const withName = sms.code(code, name);
    const wordings = [`${withName} ${sms.secret}`, withName, plain];
    const bound = bindableHost.test(hostname) ? `@${hostname} #${code}` : '';
    const boundEnd = [bound, androidAppHash].filter(Boolean).join(' ');
    const ends = new Set([boundEnd, androidAppHash ?? '']);
    const texts = [...ends].flatMap((end) => wordings.map((words) => (end ? `${words}\n\n${end}` : words)));
    return texts.find(fits) ?? plain;
  };
};
