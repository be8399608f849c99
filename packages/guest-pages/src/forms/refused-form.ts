import type { IncomingMessage } from 'node:http';
import { parse } from 'node:querystring';
import type { FastifyRequest } from 'fastify';
import { type FormFields, formFields, ownBodyLimit } from './form-fields.ts';
import { againField, isMultipart, type MultipartReader, maxFormBytes, readMultipart } from './multipart.ts';

const readBytes = async (stream: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream) {
    length += chunk.length;
    if (length > ownBodyLimit) return Buffer.alloc(0);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

const takesNone: MultipartReader = {
  takes: () => false,
  receive: () => Promise.reject(new Error('no file is received')),
};

/** A form whose file is not kept: it says so when it is sent again. */
const withoutFile = (body: unknown, { formFile }: FastifyRequest): unknown =>
  formFile && typeof body === 'object' ? { ...body, [againField(formFile.name)]: '1' } : body;

/**
 * The form of a request that was refused before its body was read, such as by a rate limit: what was typed must
 * stay. Longer bodies, other types and broken requests have none.
 */
export const refusedBody = async (request: FastifyRequest): Promise<unknown> => {
  const { 'content-type': type = '', 'content-length': header = '0' } = request.headers;
  const [isForm, hasFile] = [/^application\/x-www-form-urlencoded/i.test(type), isMultipart(type)];
  if (request.body !== undefined) return withoutFile(request.body, request);
  const length = Number(header);
  if (!(isForm || hasFile) || length > (hasFile ? maxFormBytes : ownBodyLimit) || request.raw.readableEnded)
    return undefined;
  try {
    if (hasFile) return (await readMultipart(request.raw, type, takesNone)).fields;
    const bytes = await readBytes(request.raw);
    return parse(bytes.toString());
  } catch {
    return undefined;
  }
};

/** The fields of such a request. */
export const refusedFields = async (request: FastifyRequest): Promise<FormFields> =>
  formFields(await refusedBody(request));
