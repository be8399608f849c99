import { asciiDigits } from '../ascii-digits.ts';
import { limits } from '../limits.ts';

const keycap = /(?<=\p{Nd}\ufe0f?)\u20e3/gu;

/** No number is that long, whatever comes along with it. To order many combining marks takes the square of their number. */
const longest = 1_000;

/**
 * What people type or paste for a number in ASCII: digits of all scripts, spaces, dashes and brackets of all kinds, without
 * what is invisible.
 */
const plainDigits = (text: string): string => (text.length > longest ? text : withPlainMarks(text));

const withPlainMarks = (text: string): string =>
  asciiDigits(text.replace(keycap, '').normalize('NFKC'))
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}\ufffc]/gu, '')
    .replace(/[\p{Pd}~\u2212\u2043\u2500\u30fc]/gu, '-')
    .replace(/[\s/\u2044\u2215\u00b7\u2022\u2027\u2219\u2800\u30fb]/gu, ' ')
    .replace(/\p{Ps}/gu, '(')
    .replace(/\p{Pe}/gu, ')')
    .replaceAll('\u2795', '+');

/** A phone number as it is meant; what is no number stays none. */
export const typedPhone = (text: string): string =>
  plainDigits(text)
    .replace(/^(?:\s*tel:)+/i, '')
    .replace(/^\s*\(\s*(\+\d{1,3})\s*\)/, '$1 ')
    .replace(/^\s*\+\s*(?:\(\s*(\d{1,3})\s*\))?\s*/, '+$1');

/** A code as it is meant: people and keyboards set spaces and dashes between its digits. */
export const typedCode = (text: string): string => plainDigits(text).replace(/[ -]/g, '');

const digits = (count: number) => new RegExp(`^\\d{${count}}$`);
const [code, emailCode] = [digits(limits.codeLength), digits(limits.emailCodeLength)];

/** Whether a text may be a code, right or wrong. */
export const isCode = (text: string): boolean => code.test(typedCode(text));

/** The same for a code of a mail. */
export const isEmailCode = (text: string): boolean => emailCode.test(typedCode(text));
