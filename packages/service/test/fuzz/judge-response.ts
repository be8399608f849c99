import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import type { Operation } from './request-plans.ts';

/** A response. */
export interface FuzzAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** The request of a response. */
export interface Sent {
  readonly operation: Operation;
  /** Method, URL and body, for messages. */
  readonly request: string;
  /** Texts that the response may not contain, such as phones of others. */
  readonly forbidden: readonly string[];
}

interface Node {
  [key: string]: unknown;
}

/** Forbids additional properties in every object of the document that does not have them. */
const closed = (node: unknown): unknown => {
  if (typeof node !== 'object' || node === null) return node;
  if (Array.isArray(node)) return node.map(closed);
  const inner: Node = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, closed(value)]));
  if (inner.type === 'object' && inner.properties && inner.additionalProperties !== true)
    inner.additionalProperties = false;
  return inner;
};

/** Internals: SQL, stacks, paths and libraries. */
const inside =
  /node_modules|file:\/\/|\.[jt]s:\d|\bat \w+ \(|\bselect\b.*\bfrom\b|\binsert into\b|\bconstraint\b|\brelation\b|syntax error|kysely|mikro|postgres|pg_|sqlstate|TypeError|RangeError|undefined|\[object/i;

/** Returns the faults of a response according to the OpenAPI document of the service; none for a valid one. */
export const judgeBy = (document: unknown) => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  (ajvFormats as unknown as (ajv: Ajv2020) => void)(ajv);
  ajv.addSchema(closed(document) as object, 'api');
  const misfit = (pointer: string, value: unknown): string | null => {
    const validate = ajv.getSchema(`api${pointer}`) ?? ajv.compile({ $ref: `api${pointer}` });
    return validate(value) ? null : ajv.errorsText(validate.errors);
  };

  const problemFaults = ({ status, headers, text }: FuzzAnswer): string[] => {
    if (headers['content-type'] !== 'application/problem+json')
      return [`${status} is not a problem document`];
    const body = JSON.parse(text);
    const wrong = misfit('#/components/schemas/Problem', body);
    return [
      ...(wrong ? [`the problem does not fit its schema: ${wrong}`] : []),
      ...(body.status === status ? [] : ['the problem has another status']),
    ];
  };
  const successFaults = ({ responses }: Operation, { status, headers, text }: FuzzAnswer): string[] => {
    const response = responses[status];
    if (response === undefined) return [`${status} is not documented`];
    if (response === null) return text === '' ? [] : ['there should be no body'];
    if (!String(headers['content-type']).startsWith(response.mediaType))
      return [`is ${headers['content-type']}`];
    const value = response.mediaType === 'application/json' ? JSON.parse(text) : text;
    const wrong = misfit(response.pointer, value);
    return wrong ? [`does not fit its schema: ${wrong}`] : [];
  };

  return ({ operation, request, forbidden }: Sent, answer: FuzzAnswer): string[] => {
    if (answer.status >= 500) return [`${answer.status}`];
    const content = answer.text + JSON.stringify(answer.headers);
    const [said] = answer.status < 400 ? [] : (inside.exec(answer.text) ?? []);
    return [
      ...(answer.status >= 400 ? problemFaults(answer) : successFaults(operation, answer)),
      // A fault quotes the field of the request.
      ...(said === undefined || request.includes(said) ? [] : [`contains internals: ${said}`]),
      ...forbidden.filter((each) => content.includes(each)).map((each) => `contains ${each}`),
    ];
  };
};
