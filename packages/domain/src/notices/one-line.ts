// Line ends and other control characters, and those that turn the direction of the text around them.
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu;

/**
 * The text on one line, fit for a header: control characters become spaces, spaces collapse, and it is cut
 * after `longest` characters.
 */
export const oneLine = (text: string, longest = 200): string => {
  const line = text.toWellFormed().replace(unprintable, ' ').replace(/\s+/g, ' ').trim();
  const characters = [...line];
  return characters.length <= longest
    ? line
    : `${characters
        .slice(0, longest - 1)
        .join('')
        .trimEnd()}…`;
};
