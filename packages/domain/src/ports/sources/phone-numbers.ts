import type { PhoneNumber } from '../../sign-in/phones/phone-number.ts';

/** Parses telephone numbers by the international numbering plans. */
export interface PhoneNumbers {
  /** Parses a number in international form; null when it is not valid. */
  parse(text: string): PhoneNumber | null;
}
