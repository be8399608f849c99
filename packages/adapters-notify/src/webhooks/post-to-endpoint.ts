import { type Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { type Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { type AddressRules, checkLiteral, publicLookup } from './public-address.ts';

export interface EndpointCall {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  readonly timeoutMs: number;
  /** Whether the operator set the endpoint, which may then be in a private network. */
  readonly isTrusted?: boolean;
  /**
   * Keeps connections for further calls; each leads to the address that was checked for its host, so that no trusted call may share it. Without it
   * a connection ends with the response.
   */
  readonly agent?: HttpAgent | HttpsAgent;
}

/** What is read of a response. */
export interface EndpointResponse {
  readonly status: number;
  readonly retryAfter: string | null;
}

/** A longer body is not worth keeping a connection. */
const longestBody = 4_096;

/**
 * Posts to an endpoint that an unknown caller named: over https, to public addresses alone, without following redirects. Of a
 * response the body is not kept. Rejects when the endpoint may not be called or gave no response in time.
 */
export const postToEndpoint = async (
  { url, headers, body, timeoutMs, isTrusted = false, agent }: EndpointCall,
  rules: AddressRules,
): Promise<EndpointResponse> => {
  const target = new URL(url);
  const mayBePlain = isTrusted || rules.allowLoopback;
  if (target.protocol !== 'https:' && !(mayBePlain && target.protocol === 'http:'))
    throw new Error('The endpoint has to be https');
  if (!isTrusted) checkLiteral(target.hostname, rules);
  const request = target.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const call = request(
      target,
      {
        method: 'POST',
        agent: agent ?? false,
        ...(!isTrusted && { lookup: publicLookup(rules) }),
        signal: AbortSignal.timeout(timeoutMs),
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      },
      (response) => {
        resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] ?? null });
        if (agent) drain(response);
        else response.destroy();
      },
    );
    call.on('error', reject);
    call.end(body);
  });
};

const drain = (response: IncomingMessage): void => {
  let length = 0;
  response.on('error', () => undefined);
  response.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > longestBody) response.destroy();
  });
};
