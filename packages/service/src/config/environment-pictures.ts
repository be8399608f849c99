import { Type } from 'typebox';
import { oneOf } from './one-of.ts';

const address = Type.Optional(
  Type.String({ format: 'base-url', description: 'must be an http or https URL without query and fragment' }),
);

/** Variables of pictures that people send. */
export const pictureVariables = {
  PICTURES: Type.Union([Type.Literal('disk'), Type.Literal('s3')], { default: 'disk', ...oneOf('disk, s3') }),
  PICTURES_DIR: Type.Optional(Type.String({ description: 'must be the path of a folder' })),
  PICTURES_URL: address,
  PICTURES_PURGE_URL: Type.Optional(
    Type.String({ format: 'web-url', description: 'must be an http or https URL' }),
  ),
  S3_ENDPOINT: address,
  S3_BUCKET: Type.Optional(
    Type.String({
      pattern: '^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$',
      description: 'must be the name of a bucket',
    }),
  ),
  S3_REGION: Type.String({ default: 'us-east-1', description: 'must be the name of a region' }),
  S3_ACCESS_KEY_ID: Type.Optional(Type.String()),
  S3_SECRET_ACCESS_KEY: Type.Optional(Type.String()),
};
