import { limits } from './limits.ts';
import type { FieldFault } from './problem.ts';
import { isLongerThan } from './text.ts';

export interface UrlRule {
  /** In characters. */
  readonly maxLength?: number;
  readonly isHttps?: boolean;
}

const inName = "[a-z0-9._~!$&'()*+,;=-]|%[0-9a-f]{2}";
const inPath = `${inName}|[:@/]`;
const host = `(?:${inName})+|\\[[0-9a-f:.]+\\]`;
/** RFC 3986, so that every client can open it: other characters must be percent-encoded, host names in ASCII. */
const webUrl = new RegExp(
  `^(https?)://(?:${host})(?::(\\d{1,5}))?(?:/(?:${inPath})*)?(?:\\?(?:${inPath}|\\?)*)?(?:#(?:${inPath}|\\?)*)?$`,
  'i',
);
const mostPort = 65_535;

const isAllowed = (url: string, maxLength: number, isHttps: boolean): boolean => {
  if (isLongerThan(url, maxLength)) return false;
  const [match, scheme = '', port = ''] = webUrl.exec(url) ?? [];
  return match !== undefined && Number(port) <= mostPort && (!isHttps || scheme.toLowerCase() === 'https');
};

/**
 * The faults of a URL that is stored; empty when it is valid. It holds no user name and password: whoever is shown it, or
 * a log that it reaches, would have them.
 */
export const urlFaults = (
  path: string,
  url: string,
  { maxLength = limits.urlLength, isHttps = false }: UrlRule = {},
): readonly FieldFault[] => {
  if (isAllowed(url, maxLength, isHttps)) return [];
  const kind = isHttps ? 'an https' : 'an http or https';
  return [
    {
      path,
      message: `must be ${kind} URL (RFC 3986) without user name and password, of at most ${maxLength} characters`,
    },
  ];
};
