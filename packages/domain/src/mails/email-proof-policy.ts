import { minute } from '../time.ts';

export const emailProofPolicy = {
  /** Of a code of six digits, and its link. */
  lifetime: 15 * minute,
  /** Guesses at one code; with the mails of a day, 25 in a million a day for an account. */
  tries: 5,
  /** Mails with the same code. */
  mails: 3,
  /** Mails of codes to one mailbox, whoever asks, and those of one account, each within `mailPolicy.window`. */
  toMailbox: 3,
  fromAccount: 5,
} as const;
