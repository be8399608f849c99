import ajvCompiler from '@fastify/ajv-compiler';
import serializerSelector from '@fastify/fast-json-stringify-compiler';
import type { App } from './app.ts';
import { ajvOptions } from './server-options.ts';

/** Calls what `make` returns, which it makes when it is called first. */
const lazily = <Value>(make: () => Value): (() => Value) => {
  let cache: { readonly value: Value } | undefined;
  return () => {
    cache ??= { value: make() };
    return cache.value;
  };
};

/** Calls `make` once for all arguments of the same JSON text. */
const oncePerText = <Argument, Value>(make: (argument: Argument) => Value) => {
  const cache = new Map<string, Value>();
  return (argument: Argument): Value => {
    const text = JSON.stringify(argument);
    const value = cache.get(text) ?? make(argument);
    cache.set(text, value);
    return value;
  };
};

/**
 * Fastify's own compilers, for the schemas that those of routes refer to. Many routes have schemas of the same text, as
 * do all applications of a process: a validator and a serializer depend on nothing else.
 */
const compilersFor = oncePerText((sharedSchemas: Record<string, object>) => {
  const validators = ajvCompiler()(sharedSchemas, ajvOptions);
  const serializers = serializerSelector()(sharedSchemas);
  // The compilers read no more of a route than its schema.
  const route = { method: '', url: '', httpStatus: '' };
  return {
    validatorOf: oncePerText((schema: unknown) => validators({ ...route, schema })),
    serializerOf: oncePerText((schema: unknown) => serializers({ ...route, schema })),
  };
});

/**
 * Compiles a schema when a request needs it first. To compile those of all routes takes most of the time of building an
 * application, and a process that has just started, or a test, needs few of them.
 */
export const compileLazily = (app: App): void => {
  const compilers = lazily(() => compilersFor(app.getSchemas() as Record<string, object>));
  app.setValidatorCompiler(({ schema }) => {
    const validator = lazily(() => compilers().validatorOf(schema));
    return (data) => validator()(data) === true || { error: validator().errors ?? [] };
  });
  app.setSerializerCompiler(({ schema }) => {
    const serializer = lazily(() => compilers().serializerOf(schema));
    return (data) => serializer()(data);
  });
};
