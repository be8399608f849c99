/** In markup an ampersand is written so, and stays so where a source takes an address out of it. */
const escapedAmpersand = /&(?:amp|#0*38|#x0*26);/gi;

/** Percent-encodes what RFC 3986 does not allow: many published URLs hold other characters. */
export const encodedUrl = (published: string): string => {
  const text = published.replaceAll(escapedAmpersand, '&');
  return (URL.canParse(text) ? new URL(text).href : text)
    .replaceAll(/%(?![0-9a-f]{2})/gi, '%25')
    .toWellFormed()
    .replaceAll(/[^\w.~!$&'()*+,;=:@/?#%-]/gu, encodeURIComponent);
};
