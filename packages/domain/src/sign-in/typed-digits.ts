import { limits } from '../limits.ts';

const digit = /\p{Nd}/u;

/** The value of a decimal digit of any script: each has ten of them in order (The Unicode Standard, section 4.6). */
const digitValue = (character: string): number => {
  const code = character.codePointAt(0) ?? 0;
  let before = 0;
  while (digit.test(String.fromCodePoint(code - before - 1))) before += 1;
  return before % 10;
};

/**
 * What people type or paste for a number in ASCII: digits of all scripts, spaces, dashes and brackets of all kinds, without
 * what is invisible.
 */
const plainDigits = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, '')
    .replace(/\p{Nd}/gu, (character) => (character < '\u0080' ? character : String(digitValue(character))))
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/[\s/\u2044\u2215\u00b7]/gu, ' ');

/** A phone number as it is meant; what is no number stays none. */
export const typedPhone = plainDigits;

/** A code as it is meant: people and keyboards set spaces and dashes between its digits. */
export const typedCode = (text: string): string => plainDigits(text).replace(/[ -]/g, '');

const code = new RegExp(`^\\d{${limits.codeLength}}$`);

/** Whether a text may be a code, right or wrong. */
export const isCode = (text: string): boolean => code.test(typedCode(text));
