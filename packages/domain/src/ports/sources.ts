/** Makes identifiers: UUIDv7 in lower case (RFC 9562), rising within one process. */
export interface IdSource {
  next(): string;
}

/** Makes secrets: at least 128 bits from a cryptographically secure generator, base64url without padding. */
export interface TokenSource {
  next(): string;
}
