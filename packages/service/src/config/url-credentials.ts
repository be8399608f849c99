/** The authority, the path, and the rest of a URL. */
const parts = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)([^?#]*)(.*)$/is;

/** A percent sign that does not begin a percent-encoded byte. */
const barePercent = /%(?![0-9a-f]{2})/i;

/**
 * Whether the user name or the password of a URL holds a character that ends it too early, or a bare percent sign. An
 * unescaped `@` is harmless: the last one counts.
 */
export const hasUnescapedCredentials = (text: string): boolean => {
  const [, authority, path = '', rest = ''] = parts.exec(text) ?? [];
  if (authority === undefined) return false;
  const at = authority.lastIndexOf('@');
  if (at === -1 && rest.includes('@')) return true;
  const isCut = path.includes('@') || rest.includes('#');
  return isCut || /\s/.test(authority) || barePercent.test(authority.slice(0, Math.max(at, 0)));
};

/** Completes a sentence that begins with the name of a variable. */
export const unescapedCredentials =
  'has a special character in its user name or password: write @ as %40, # as %23, / as %2F, ? as %3F, % as %25';
