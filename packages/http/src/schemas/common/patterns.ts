const messages = new Map<string, string>();

/** A pattern that a schema names. @param message what is said of a text that does not match it */
export const patternWith = (pattern: string, message: string): string => {
  messages.set(pattern, message);
  return pattern;
};

/** What is said of a text that does not match the pattern; undefined for one that has no message. */
export const messageOfPattern = (pattern: string): string | undefined => messages.get(pattern);
