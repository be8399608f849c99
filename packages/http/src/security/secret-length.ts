/** RFC 7518 section 3.2: a key of HMAC-SHA-256 is at least as long as the hash. */
const minSecretBytes = 32;

/** @throws {RangeError} for a secret that is shorter; a service with weak secrets must not start */
export const assertSecretLength = (name: string, secret: Buffer): void => {
  if (secret.length < minSecretBytes)
    throw new RangeError(`${name} must be at least ${minSecretBytes} bytes long`);
};
