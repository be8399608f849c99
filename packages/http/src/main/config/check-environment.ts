import envSchema from 'env-schema';
import { type Environment, environment } from './environment.ts';
import { formats } from './formats.ts';

interface SchemaFault {
  readonly instancePath: string;
}

/** The variables that pass the schema, with its defaults, and a sentence for each that does not. */
export const checkEnvironment = (
  variables: Readonly<Record<string, string | undefined>>,
): { readonly env: Environment; readonly faults: readonly string[] } => {
  const given = Object.fromEntries(
    Object.keys(environment.properties).flatMap((name) => {
      const value = variables[name]?.trim();
      return value ? [[name, value]] : [];
    }),
  );
  try {
    const env = envSchema<Environment>({
      schema: structuredClone(environment),
      data: given,
      env: false,
      ajv: {
        customOptions: (ajv) => {
          for (const [name, validate] of Object.entries(formats)) ajv.addFormat(name, validate);
          return ajv;
        },
      },
    });
    return { env, faults: [] };
  } catch (error) {
    const found = (error as { errors?: readonly SchemaFault[] }).errors;
    if (!found) throw error;
    const names = new Set(found.map(({ instancePath }) => instancePath.slice(1)));
    // The rules between variables are judged on what was given, so that one start shows all there is to mend.
    return { env: given as unknown as Environment, faults: [...names].map(faultOf) };
  }
};

const faultOf = (name: string): string => {
  const schema: object | undefined = environment.properties[name as keyof typeof environment.properties];
  const description = schema && 'description' in schema ? schema.description : 'is not valid';
  return `${name} ${description}.`;
};
