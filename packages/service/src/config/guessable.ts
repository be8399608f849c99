/** What people put where a secret belongs. */
const words =
  /secret|password|passwort|change.?me|replace.?me|example|placeholder|default|test|dummy|your.?key|abcdef|12345/i;

/** Of 32 random bytes some 30 are different, and fewer than 20 practically never. */
const fewestBytes = 20;
/** Of the 16 characters that a shared secret has at least. */
const fewestCharacters = 8;

/** Whether bytes that should be random count up or down in even steps. */
const isSeries = (bytes: Uint8Array): boolean => {
  const [first = 0, second = 0] = bytes;
  return bytes.every((byte, index) => byte === ((first + index * (second - first)) & 0xff));
};

/** Whether 32 bytes or more were typed and not drawn: words, few different bytes, or a series. */
export const isGuessableKey = (encoded: string, bytes: Uint8Array): boolean =>
  words.test(encoded) ||
  words.test(Buffer.from(bytes).toString('latin1')) ||
  new Set(bytes).size < fewestBytes ||
  isSeries(bytes);

/** The same of a secret that is a text of sound length, which somebody else may have made. */
export const isGuessableText = (text: string): boolean =>
  /^(?:secret|password|change.?me|example|placeholder)/i.test(text) || new Set(text).size < fewestCharacters;
