import { Ajv } from 'ajv';
import { keyHint, secretHint } from './draw-secret.ts';
import { type Environment, environment } from './environment.ts';
import { formats } from './formats.ts';
import { hasUnescapedCredentials, unescapedCredentials } from './url-credentials.ts';

/** Reads numbers and booleans out of texts and fills in the defaults, in the checked object itself. */
const compile = () => {
  // The schema is our own and typed: to check it as well would cost a start more time than all the rest of this.
  const ajv = new Ajv({
    allErrors: true,
    useDefaults: true,
    coerceTypes: true,
    allowUnionTypes: true,
    meta: false,
    validateSchema: false,
    formats,
    // It runs a few times at most.
    code: { optimize: false },
  });
  return ajv.compile(environment);
};

let compiled: ReturnType<typeof compile> | undefined;

/** The environment with the schema's defaults, and a sentence for each variable that violates the schema. */
export const checkEnvironment = (
  variables: Readonly<Record<string, string | undefined>>,
): { readonly env: Environment; readonly faults: readonly string[] } => {
  const nonEmpty = Object.fromEntries(
    Object.keys(environment.properties).flatMap((name) => {
      const value = variables[name]?.trim();
      return value ? [[name, value]] : [];
    }),
  );
  compiled ??= compile();
  const isValid = compiled;
  const env = { ...nonEmpty };
  const placeholders = Object.keys(nonEmpty).filter((name) => isPlaceholder(nonEmpty[name]));
  if (isValid(env) && placeholders.length === 0) return { env: env as unknown as Environment, faults: [] };
  const names = new Set([
    ...placeholders,
    ...(isValid.errors ?? []).map(({ instancePath }) => instancePath.slice(1)),
  ]);
  // The rules between variables are checked all the same, so that one start reports every fault.
  return {
    env: nonEmpty as unknown as Environment,
    faults: [...names].map((name) => faultOf(name, nonEmpty)),
  };
};

/** Whether a value is one that `.env.example` asks to replace; an address in brackets would pass as a sender. */
const isPlaceholder = (value: string | undefined): boolean => /^<[^<>]*>$/.test(value ?? '');

/** Variables that hold URLs with a user name and a password. */
const credentialFormats = ['postgres-url', 'postgres-urls', 'redis-url', 'smtp-url'];

const remedies: Readonly<Record<string, string>> = { peppers: secretHint, 'key-ring': keyHint };

const schemaOf = (name: string): { readonly format: string; readonly description: string } => {
  const schema: object = environment.properties[name as keyof typeof environment.properties] ?? {};
  return {
    format: 'format' in schema ? String(schema.format) : '',
    description: 'description' in schema ? String(schema.description) : 'is not valid',
  };
};

const faultOf = (name: string, nonEmpty: Readonly<Record<string, string>>): string => {
  if (isPlaceholder(nonEmpty[name])) return `${name}: still has the placeholder of .env.example.`;
  const { format, description } = schemaOf(name);
  const isUnescaped =
    credentialFormats.includes(format) &&
    nonEmpty[name]?.split(',').some((url) => hasUnescapedCredentials(url.trim()));
  if (isUnescaped) return `${name}: ${unescapedCredentials}.`;
  const remedy = remedies[format];
  return `${name}: ${description}${remedy === undefined ? '.' : `; ${remedy}`}`;
};
