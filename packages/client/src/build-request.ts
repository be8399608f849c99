import { EventPlatformError } from './event-platform-error.ts';
import type { HttpRequest } from './http-response.ts';
import { isResponseOf } from './is-response-of.ts';
import type { OperationDescription } from './operation.ts';

/** The origin and path under which `/v1` lies; throws unless it is an absolute URL of http or https without `/v1`. */
export const parseBaseUrl = (baseUrl: string): string => {
  let url: URL;
  try {
    url = new URL(baseUrl);
  } catch (cause) {
    throw new EventPlatformError(`baseUrl: ${JSON.stringify(baseUrl)} is not an absolute URL.`, {
      code: 'invalid_settings',
      cause,
    });
  }
  if (!/^https?:$/.test(url.protocol) || url.search || url.hash || url.username || url.password)
    throw new EventPlatformError(
      'baseUrl: it takes http or https, a host and perhaps a path, and nothing else.',
      {
        code: 'invalid_settings',
      },
    );
  const root = `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
  if (root.endsWith('/v1'))
    throw new EventPlatformError(
      `baseUrl: give ${JSON.stringify(root.slice(0, -3))} instead; the client adds /v1 itself.`,
      { code: 'invalid_settings' },
    );
  return root;
};

/** The service takes a file for two minutes, and then decodes it. */
const uploadMs = 200_000;

/** The request of a call without its tokens: what is not in the path goes into the query of a read, or the body. */
export const buildRequest = (
  baseUrl: string,
  operation: OperationDescription,
  args: Readonly<Record<string, unknown>>,
): HttpRequest => {
  const { method, path, accepts } = operation;
  const rest = { ...args };
  const pathText = path.replace(/\{(\w+)\}/g, (_braces, name: string) => {
    const value = rest[name];
    delete rest[name];
    // An empty segment or dots would lead to another route.
    if (typeof value !== 'string' || /^\.{0,2}$/.test(value))
      throw new EventPlatformError(`${method} ${path}: ${name} is missing.`, { code: 'invalid_settings' });
    return encodeURIComponent(value);
  });
  const headers = { accept: `${accepts ?? 'application/json'}, application/problem+json` };
  const url = `${baseUrl}${pathText}`;
  const isAnswer = (json: unknown) => isResponseOf(operation, json);
  if (operation.takesFile) {
    const file = rest.file as Blob | Uint8Array<ArrayBuffer>;
    const type = { 'content-type': String(rest.type) };
    return {
      method,
      url,
      headers: { ...headers, ...type },
      body: file,
      timeout: uploadMs,
      accepts,
      isAnswer,
    };
  }
  if (method !== 'GET' && method !== 'DELETE') {
    if (Object.keys(rest).length === 0) return { method, url, headers, accepts, isAnswer };
    const body = JSON.stringify(rest);
    return {
      method,
      url,
      headers: { ...headers, 'content-type': 'application/json' },
      body,
      accepts,
      isAnswer,
    };
  }
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(rest))
    if (value !== undefined && value !== null) query.append(name, String(value));
  const search = String(query);
  return { method, url: search ? `${url}?${search}` : url, headers, accepts, isAnswer };
};
