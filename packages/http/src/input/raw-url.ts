/** Node hands the bytes of a URL over as Latin-1; percent-encoded they are read as the UTF-8 that clients mean. */
export const encodeRawUrl = (url: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is that of single bytes
  /[^\u0000-\u007f]/.test(url)
    ? url.replace(
        /[\u0080-\u00ff]/g,
        (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
      )
    : url;
