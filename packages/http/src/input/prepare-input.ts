import { refuseInput } from '@event-platform/domain';
import type { FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { unfitText } from './unfit-text.ts';

type Schemas = Readonly<Record<string, { readonly type?: unknown; readonly maxItems?: number } | undefined>>;

const propertiesOf = (schema: unknown): Schemas =>
  (schema as { readonly properties?: Schemas } | undefined)?.properties ?? {};

/** Decimal notation as people and JSON write it; no hex, no `Infinity`, no blanks, and nothing at all is no number. */
const decimal = /^-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/**
 * Makes the numbers in a query string numbers where the schema wants them; what is none stays a text, for the
 * validator to refuse. The validator itself never coerces: it would take an empty text for 0.
 */
const prepareQuery = (query: Record<string, unknown>, properties: Schemas): void => {
  for (const [name, schema] of Object.entries(properties)) {
    const value = query[name];
    if (Array.isArray(value)) throw refuseInput({ path: `/${name}`, message: 'must be given once' });
    if (typeof value !== 'string') continue;
    const fault = unfitText(`/${name}`, value);
    if (fault) throw refuseInput(fault);
    if ((schema?.type === 'number' || schema?.type === 'integer') && decimal.test(value))
      query[name] = Number(value);
  }
};

/** What of a list lies past its bound is refused anyway; judging each entry would only cost time. */
const cutLists = (body: Record<string, unknown>, properties: Schemas): void => {
  for (const [name, schema] of Object.entries(properties)) {
    const value = body[name];
    if (Array.isArray(value) && schema?.maxItems !== undefined) value.splice(schema.maxItems + 1);
  }
};

const refuseBrokenEncoding = (url: string): void => {
  const at = url.indexOf('?');
  if (at < 0 || !url.includes('%', at)) return;
  try {
    decodeURIComponent(url.slice(at));
  } catch {
    throw refuseInput({ path: '', message: 'has a query string that is not valid UTF-8' });
  }
};

/** Readies each request for the validator, which then only compares. */
export const prepareInput = (app: App): void => {
  app.addHook('preValidation', async (request: FastifyRequest) => {
    refuseBrokenEncoding(request.raw.url ?? '');
    const { schema } = request.routeOptions;
    if (schema?.querystring)
      prepareQuery(request.query as Record<string, unknown>, propertiesOf(schema.querystring));
    if (!schema?.body) return;
    // No body is an empty one; the JSON text `null` is none of an object.
    if (request.body === undefined) request.body = {};
    if (typeof request.body === 'object' && request.body !== null)
      cutLists(request.body as Record<string, unknown>, propertiesOf(schema.body));
  });
};
