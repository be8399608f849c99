import type { FastifyReply } from 'fastify';

/** A response in the form in which it is kept. */
interface StoredResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The headers that are kept; all others belong to the one time that a response is sent. */
const keptHeaders = ['content-type', 'location'] as const;

/** The media type that Fastify gives to objects. */
const json = 'application/json; charset=utf-8';

/** The body of a handler that returned `payload`, and the response that keeps it as it will be sent. */
export const responseOf = (
  reply: FastifyReply,
  payload: unknown,
): { readonly response: string; readonly body: string } => {
  const body = payload === null || payload === undefined ? '' : String(reply.serialize(payload));
  if (body !== '' && !reply.hasHeader('content-type')) reply.type(json);
  const headers = keptHeaders.flatMap((name) => {
    const value = reply.getHeader(name);
    return value === undefined ? [] : [[name, String(value)]];
  });
  return { response: encode({ status: reply.statusCode, headers: Object.fromEntries(headers), body }), body };
};

/** A response that is a problem, from its details. */
export const problemResponse = (details: { readonly status: number }, type: string): string =>
  encode({ status: details.status, headers: { 'content-type': type }, body: JSON.stringify(details) });

const encode = (response: StoredResponse): string => JSON.stringify(response);

/** Prepares the reply for a stored response, and returns the body to be sent. */
export const prepareReply = (reply: FastifyReply, response: string): string | null => {
  const { status, headers, body } = JSON.parse(response) as StoredResponse;
  for (const name of keptHeaders) reply.removeHeader(name);
  reply.code(status).headers(headers);
  return asIs(reply, body);
};

/**
 * The body for Fastify to send as it is: without a serializer it would append a charset to the type of a problem. A text
 * leaves in one write with its headers, bytes do not.
 */
export const asIs = (reply: FastifyReply, body: string): string | null => {
  reply.serializer(identity);
  return body === '' ? null : body;
};

const identity = (text: string): string => text;
