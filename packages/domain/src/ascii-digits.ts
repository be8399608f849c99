const digit = /\p{Nd}/u;

/** The value of a decimal digit of any script: each has ten of them in order (The Unicode Standard, section 4.6). */
const digitValue = (character: string): number => {
  const code = character.codePointAt(0) as number;
  let before = 0;
  while (digit.test(String.fromCodePoint(code - before - 1))) before += 1;
  return before % 10;
};

/** The text with decimal digits of all scripts as those of ASCII. */
export const asciiDigits = (text: string): string =>
  text.replace(/(?![0-9])\p{Nd}/gu, (character) => String(digitValue(character)));
