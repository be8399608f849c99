import { limits } from '@event-platform/domain';
import type { App } from '@event-platform/http';
import formBody from '@fastify/formbody';
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
  'email',
  'back',
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
  email: limits.emailLength * 2,
  back: 500,
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
    email: fieldOf('email').trim(),
    back: fieldOf('back'),
    proof: fieldOf('proof'),
    isRepeated: names.some((name) => Object.hasOwn(fields, name) && Array.isArray(fields[name])),
  };
};

/** Parses forms, in this scope alone: the API takes JSON. */
export const formParser = fp(async (app: App) => {
  await app.register(formBody, { bodyLimit: formBodyLimit });
});

/** The longest body of a form of a page of one's own: 500 addresses, or a description of 10,000 emoji. */
export const ownBodyLimit = 256 * 1024;
