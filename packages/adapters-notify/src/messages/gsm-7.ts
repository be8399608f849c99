// 3GPP TS 23.038 section 6.2.1 and 6.2.1.1, without the escape code itself.
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§' +
    '¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const extensionSet = new Set('\f^{}\\[~]|€');

/** Septets that one SMS holds when it need not be split: 3GPP TS 23.040, 140 octets. */
export const segmentSeptets = 160;

/**
 * How many septets a text takes in the GSM 7 bit default alphabet, or null when a character is not in it (the
 * whole message would then be sent as UCS-2, with room for 70 characters).
 */
export const countSeptets = (text: string): number | null => {
  let septets = 0;
  for (const character of text) {
    if (basic.has(character)) septets += 1;
    else if (extensionSet.has(character)) septets += 2;
    else return null;
  }
  return septets;
};

/** Texts are set with dashes and quotation marks that the alphabet lacks. */
const plain: readonly (readonly [RegExp, string])[] = [
  [/[\p{Pd}\u2212]/gu, '-'],
  [/[\u2018-\u201b\u2039\u203a]/g, "'"],
  [/[\u201c-\u201f\u00ab\u00bb]/g, '"'],
];

/**
 * The text on one line in the GSM alphabet: letters lose the accents that the alphabet lacks, dashes and quotation marks become
 * those of keyboards, anything else that is not in it is left out. The result may be empty.
 */
export const toGsm7 = (text: string): string =>
  [...plain.reduce((line, [marks, mark]) => line.replace(marks, mark), text.normalize('NFC'))]
    .map((character) => {
      if (/\s/.test(character)) return ' ';
      if (countSeptets(character) !== null) return character;
      return [...character.normalize('NFKD')].filter((part) => countSeptets(part) !== null).join('');
    })
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
