/** Percent-encodes what RFC 3986 does not allow: many published URLs hold other characters. */
export const encodedUrl = (text: string): string =>
  (URL.canParse(text) ? new URL(text).href : text)
    .replaceAll(/%(?![0-9a-f]{2})/gi, '%25')
    .toWellFormed()
    .replaceAll(/[^\w.~!$&'()*+,;=:@/?#%-]/gu, encodeURIComponent);
