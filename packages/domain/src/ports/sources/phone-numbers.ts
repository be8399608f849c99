import type { PhoneCountry, PhoneNumber } from '../../sign-in/phones/phone-number.ts';

/** Parses telephone numbers by the international numbering plans. */
export interface PhoneNumbers {
  /**
   * Parses a number in international form; null when it is not valid.
   * @param country whose national form is read as well
   */
  parse(text: string, country?: string): PhoneNumber | null;
  /** The countries whose national form it reads. */
  countries(): readonly PhoneCountry[];
}
