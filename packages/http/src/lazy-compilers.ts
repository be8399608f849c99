import ajvCompiler, { type BuildCompilerFromPool } from '@fastify/ajv-compiler';
import serializerSelector from '@fastify/fast-json-stringify-compiler';
import type { App } from './app.ts';

/** Calls what `make` returns, which it makes when it is called first. */
const lazily = <Value>(make: () => Value): (() => Value) => {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
};

/**
 * Makes Fastify's own compilers compile a schema when a request needs it first. To compile those of all routes takes
 * most of the time of building an application, and a process that has just started, or a test, needs few of them.
 */
export const compileLazily = (app: App, ajvOptions: Parameters<BuildCompilerFromPool>[1]): void => {
  const compileValidator = lazily(() =>
    ajvCompiler()(app.getSchemas() as Record<string, object>, ajvOptions),
  );
  const compileSerializer = lazily(() => serializerSelector()(app.getSchemas()));
  app.setValidatorCompiler((route) => {
    const validator = lazily(() => compileValidator()(route));
    return (data) => validator()(data) === true || { error: validator().errors ?? [] };
  });
  app.setSerializerCompiler((route) => {
    const serializer = lazily(() => compileSerializer()({ ...route, httpStatus: route.httpStatus ?? '' }));
    return (data) => serializer()(data);
  });
};
