import type { IncomingMessage } from 'node:http';
import { limits } from '@event-platform/domain';
import type { App } from '@event-platform/http';
import formBody from '@fastify/formbody';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';

/** The longest body of a form, in bytes: a report of 1,000 emoji, each of 12 characters in a form, and a bit. */
export const formBodyLimit = 64 * 1024;

const names = [
  'form',
  'once',
  'phone',
  'country',
  'code',
  'answer',
  'status',
  'proof',
  'stay',
  'receipt',
  'name',
  'quantity',
  'text',
  'ticket',
] as const;

/** A form as it arrived. Fields that are missing, and all others that were sent, are empty. */
export interface FormFields extends Readonly<Record<(typeof names)[number], string>> {
  /** Whether a field was sent more than once. */
  readonly isRepeated: boolean;
}

/** What a page shows again of a field. */
const longest = {
  form: 100,
  once: 100,
  phone: limits.phoneLength * 2,
  country: 2,
  code: limits.codeLength * 4,
  answer: 60,
  status: 20,
  stay: 5,
  receipt: 260,
  name: limits.nameLength * 2,
  quantity: 5,
  text: limits.reasonLength * 2,
  ticket: limits.tokenLength,
  proof: limits.proofLength,
} as const;

/** Reads the fields of a parsed form; anything else counts as empty. */
export const formFields = (body: unknown): FormFields => {
  const fields = (typeof body === 'object' && body !== null ? body : {}) as Readonly<Record<string, unknown>>;
  const fieldOf = (name: (typeof names)[number]): string => {
    const value = Object.hasOwn(fields, name) ? fields[name] : '';
    const text = Array.isArray(value) ? value[0] : value;
    return typeof text === 'string' ? text.slice(0, longest[name]) : '';
  };
  return {
    form: fieldOf('form'),
    once: fieldOf('once'),
    phone: fieldOf('phone').trim(),
    country: fieldOf('country'),
    code: fieldOf('code').trim(),
    // The name of the field in forms of 0.1.
    answer: fieldOf('answer') || fieldOf('status'),
    status: '',
    stay: fieldOf('stay'),
    receipt: fieldOf('receipt'),
    name: fieldOf('name').trim(),
    quantity: fieldOf('quantity').trim(),
    // Browsers send line breaks as CR LF.
    text: fieldOf('text').replaceAll('\r\n', '\n').trim(),
    ticket: fieldOf('ticket').trim(),
    proof: fieldOf('proof'),
    isRepeated: names.some((name) => Object.hasOwn(fields, name) && Array.isArray(fields[name])),
  };
};

/** Parses forms, in this scope alone: the API takes JSON. */
export const formParser = fp(async (app: App) => {
  await app.register(formBody, { bodyLimit: formBodyLimit });
});

const readBytes = async (stream: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream) {
    length += chunk.length;
    if (length > formBodyLimit) return Buffer.alloc(0);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/**
 * The fields of a request that was refused before its body was read, such as by a rate limit: what was typed must
 * stay. Longer bodies, other types and broken requests have none.
 */
export const refusedFields = async (request: FastifyRequest): Promise<FormFields> => {
  const isForm = /^application\/x-www-form-urlencoded/i.test(request.headers['content-type'] ?? '');
  const length = Number(request.headers['content-length'] ?? 0);
  if (request.body !== undefined || !isForm || length > formBodyLimit || request.raw.readableEnded)
    return formFields(request.body);
  try {
    const bytes = await readBytes(request.raw);
    return formFields(Object.fromEntries(new URLSearchParams(bytes.toString())));
  } catch {
    return formFields(undefined);
  }
};
