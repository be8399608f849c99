import type { FieldFault } from '@event-platform/domain';
import type { FastifySchemaValidationError } from 'fastify';
import { formats } from './formats.ts';

const messageOf = ({ keyword, params, message }: FastifySchemaValidationError): string => {
  switch (keyword) {
    case 'enum':
      return `must be one of ${(params.allowedValues as readonly unknown[]).map(String).join(', ')}`;
    case 'format':
      return formats[String(params.format)]?.message ?? 'is malformed';
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
