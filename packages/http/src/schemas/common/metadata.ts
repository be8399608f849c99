import { limits } from '@event-platform/domain';
import { Type } from 'typebox';
import { patternWith } from './patterns.ts';
import { nullable } from './shapes.ts';

const description = `What apps keep with it: texts of one line by keys; at most ${limits.metadataBytes} bytes of UTF-8, keys and values together.`;
const examples = [{ till_id: '42' }];
const value = Type.String({ maxLength: limits.metadataValueLength });
const keys = {
  propertyNames: {
    pattern: patternWith(
      `^[a-z][a-z0-9_]{0,${limits.metadataNameLength - 1}}$`,
      `must have keys of letters a to z, digits and underscores, the first one a letter, at most ${limits.metadataNameLength} of them`,
    ),
  },
  maxProperties: limits.metadataKeys,
};

export const MetadataFields = Type.Record(Type.String(), Type.String(), { description, examples });

export const MetadataBody = Type.Record(Type.String(), value, { ...keys, description, examples });

/** As many keys go as come, at most. */
export const MetadataChangesBody = Type.Record(Type.String(), nullable(value), {
  ...keys,
  maxProperties: 2 * limits.metadataKeys,
  description: `${description} Keys that are absent stay; null takes one away.`,
  examples,
});
