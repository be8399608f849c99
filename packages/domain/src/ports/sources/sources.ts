/** Makes identifiers: UUIDv7 in lower case (RFC 9562), rising within one process. */
export interface IdSource {
  next(): string;
}

/** Makes secrets from a cryptographically secure generator, base64url without padding. */
export interface TokenSource {
  /** @param bytes 24 unless given */
  next(bytes?: number): string;
}
