import type { SmsSender } from '@event-platform/domain';
import { countSeptets, segmentSeptets, toGsm7 } from '../messages/gsm-7.ts';
import { type SmsProvider, SmsRejected, SmsUnavailable } from './sms-provider.ts';

/** The beginning of a text that fits one SMS. */
const oneSegment = (text: string): string => {
  const characters = [...toGsm7(text)];
  while ((countSeptets(characters.join('')) ?? 0) > segmentSeptets) characters.pop();
  return characters.join('').trimEnd();
};

/**
 * Sends texts through a provider, each as one SMS.
 *
 * @returns a sender that rejects with SmsRejected or SmsUnavailable; none holds the phone or the text
 */
export const smsTextSender = (provider: SmsProvider): SmsSender => ({
  async sendText({ id, phone, text }) {
    try {
      await provider.send({ id, to: phone, text: oneSegment(text) });
    } catch (error) {
      if (error instanceof SmsRejected || error instanceof SmsUnavailable) throw error;
      // An unforeseen error may quote what it was given, so it goes no further.
      throw new SmsUnavailable(provider.name, 'unexpected failure');
    }
  },
});
