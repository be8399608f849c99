import type { FieldFault } from '@event-platform/domain';
import type { FastifySchemaValidationError } from 'fastify';
import { messageOfPattern } from '../schemas/common/patterns.ts';
import { formats } from './formats.ts';

/** JSON Schema's names of types, as people say them. */
const typeNames: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  integer: 'a whole number',
  number: 'a number',
  object: 'an object',
  string: 'a string',
};

const typesOf = (type: unknown): string =>
  [type]
    .flat()
    .map((name) => typeNames[String(name)] ?? String(name))
    .join(' or ');

const withNoun = (limit: unknown, noun: string): string => `${limit} ${noun}${limit === 1 ? '' : 's'}`;

const messageOf = ({ keyword, params, message }: FastifySchemaValidationError): string => {
  switch (keyword) {
    case 'enum':
      return `must be one of ${(params.allowedValues as readonly unknown[]).map(String).join(', ')}`;
    case 'format':
      return formats[String(params.format)]?.message ?? 'is malformed';
    case 'pattern':
      return messageOfPattern(String(params.pattern)) ?? message ?? 'is malformed';
    case 'type':
      return `must be ${typesOf(params.type)}`;
    case 'minLength':
      return `must have at least ${withNoun(params.limit, 'character')}`;
    case 'maxLength':
      return `must have at most ${withNoun(params.limit, 'character')}`;
    case 'minItems':
      return `must have at least ${withNoun(params.limit, 'item')}`;
    case 'maxItems':
      return `must have at most ${withNoun(params.limit, 'item')}`;
    default:
      return message ?? 'is malformed';
  }
};

const faultOf = (error: FastifySchemaValidationError): FieldFault =>
  error.keyword === 'required'
    ? { path: `${error.instancePath}/${String(error.params.missingProperty)}`, message: 'is required' }
    : { path: error.instancePath, message: messageOf(error) };

/** The validator's errors as field faults; one per field, since one wrong value may break several rules. */
export const validationFaults = (errors: readonly FastifySchemaValidationError[]): readonly FieldFault[] =>
  [
    ...new Map(
      errors
        // The faults of the branch that it chose say what is wrong.
        .filter(({ keyword }) => keyword !== 'if')
        .map(faultOf)
        .map((fault) => [fault.path, fault] as const)
        .reverse(),
    ).values(),
  ].reverse();
