import type { App } from './app.ts';

const rootsOf = new WeakMap<object, Set<string>>();

const rootOf = (path: string): string => path.split(/[/?#]/, 2)[1] ?? '';

/** Notes the first part of the path of every route; to be called before routes are added. */
export const noteRouteRoots = (app: App): void => {
  const roots = new Set<string>();
  rootsOf.set(app, roots);
  app.addHook('onRoute', ({ url }) => {
    roots.add(rootOf(url));
  });
};

/**
 * Whether a URL is below a path of the application, for servers that embed it beside routes of their own: `/v1`,
 * `/docs` and `/health` are, and `/` and `/e` where it has pages.
 */
export const isRouteOf = (app: App, url: string): boolean => rootsOf.get(app)?.has(rootOf(url)) ?? false;
