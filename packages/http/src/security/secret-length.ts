/** RFC 7518 section 3.2: a key of HMAC-SHA-256 is at least as long as the hash. */
const shortest = 32;

/** @throws {RangeError} for a secret that could be guessed; a wrong configuration must not start */
export const assertSecretLength = (name: string, secret: Buffer): void => {
  if (secret.length < shortest) throw new RangeError(`${name} must be at least ${shortest} bytes long`);
};
