import type { SmsSender } from '@event-platform/domain';
import { countSeptets, segmentSeptets, toGsm7 } from '../messages/gsm-7.ts';
import { type SmsProvider, SmsRejected, SmsUnavailable } from './sms-provider.ts';

/** Characters of UTF-16 that one SMS holds. */
const segmentCharacters = 70;
const letters = /\p{L}/gu;
const countLetters = (text: string): number => text.match(letters)?.length ?? 0;

/** The beginning of a text that fits one SMS: in the GSM alphabet, unless letters of another script would be lost. */
const oneSegment = (text: string): string => {
  const line = toGsm7(text);
  const characters = [...line];
  if (countLetters(line) < countLetters(text.normalize('NFC'))) {
    const original = [...text.replace(/\s+/g, ' ').trim()];
    while (original.join('').length > segmentCharacters) original.pop();
    return original.join('').trimEnd();
  }
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
