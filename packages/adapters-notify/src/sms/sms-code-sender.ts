import { type CodeSender, CodeTimeout, type Language } from '@event-platform/domain';
import { type SmsProvider, SmsRejected, SmsTimeout, SmsUnavailable } from './sms-provider.ts';

/**
 * Sends sign-in codes through a provider.
 *
 * @param textOf words the message around a code in a language
 * @returns a sender that rejects with SmsRejected, SmsUnavailable or CodeTimeout; none holds the phone or the code
 */
export const smsCodeSender = (
  provider: SmsProvider,
  textOf: (code: string, language: Language) => string,
): CodeSender => ({
  async sendCode({ id, phone, code, language }) {
    try {
      await provider.send({ id, to: phone, text: textOf(code, language) });
    } catch (error) {
      if (error instanceof SmsTimeout) throw new CodeTimeout(error.message);
      if (error instanceof SmsRejected || error instanceof SmsUnavailable) throw error;
      // An unforeseen error may quote what it was given, so it goes no further.
      throw new SmsUnavailable(provider.name, 'unexpected failure');
    }
  },
});
