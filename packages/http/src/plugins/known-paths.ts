import type { App } from '../app.ts';

/** Tells which methods a path takes. */
export type MethodsOf = (path: string) => readonly string[];

const patternOf = (template: string): RegExp =>
  new RegExp(
    `^${template
      .split('/')
      .map((segment) =>
        segment.startsWith(':') ? '[^/]+' : segment.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`),
      )
      .join('/')}$`,
  );

/** Notes every later route, so that a wrong method (405) can be told from an unknown path (404). */
export const noteKnownPaths = (app: App): MethodsOf => {
  const templates = new Map<string, { readonly pattern: RegExp; readonly methods: Set<string> }>();
  app.addHook('onRoute', ({ url, method }) => {
    const known = templates.get(url) ?? { pattern: patternOf(url), methods: new Set<string>() };
    for (const each of [method].flat()) known.methods.add(each);
    templates.set(url, known);
  });
  return (path) => {
    const matching = [...templates].filter(([, { pattern }]) => pattern.test(path));
    // As in routing, a path that is written out goes before one with parameters.
    const exact = matching.filter(([template]) => template === path);
    return [...new Set((exact.length > 0 ? exact : matching).flatMap(([, { methods }]) => [...methods]))];
  };
};
