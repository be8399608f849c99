/** Placeholders that people leave in place of a secret. */
const words =
  /secret|password|passwort|change.?me|replace.?me|example|placeholder|default|test|dummy|your.?key|abcdef|12345/i;

/** 32 random bytes hold about 30 distinct values, and practically never fewer than 20. */
const fewestBytes = 20;
/** Distinct characters among the 16 or more of a shared secret. */
const fewestCharacters = 8;

const isSeries = (bytes: Uint8Array): boolean => {
  const [first = 0, second = 0] = bytes;
  return bytes.every((byte, index) => byte === ((first + index * (second - first)) & 0xff));
};

/** Whether 32 bytes or more are not randomly generated: words, few distinct bytes, or a series. */
export const isGuessableKey = (encodedKey: string, bytes: Uint8Array): boolean =>
  words.test(encodedKey) ||
  words.test(Buffer.from(bytes).toString('latin1')) ||
  new Set(bytes).size < fewestBytes ||
  isSeries(bytes);

/** Whether a secret of valid length that a third party may have issued is a placeholder or too uniform. */
export const isGuessableText = (text: string): boolean =>
  /^(?:secret|password|change.?me|example|placeholder)/i.test(text) || new Set(text).size < fewestCharacters;
