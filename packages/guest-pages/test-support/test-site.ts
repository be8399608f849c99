import type { App } from '@event-platform/http';
import type { Test } from 'tap';
import { openTestApp, type TestApp } from '../../http/test-support/test-app.ts';
import { type GuestPagesOptions, guestPages } from '../src/index.ts';

type Options = Omit<NonNullable<Parameters<typeof openTestApp>[1]>, 'pages'>;

interface SiteOptions {
  readonly site?: Partial<GuestPagesOptions>;
  /** A plugin that adds routes after those of the pages. */
  readonly moreRoutes?: (app: App) => Promise<void>;
}

/** The application with the pages for guests over a world in memory; closed with the test. */
export const openTestSite = (
  t: Test,
  { site = {}, moreRoutes, ...options }: Options & SiteOptions = {},
): Promise<TestApp> =>
  openTestApp(t, {
    ...options,
    pages:
      ({ formReceipts }) =>
      (context) => {
        const pages = guestPages({
          brand: { name: 'Lantern', color: '#4b47a3', logoUrl: null },
          appLinks: { apple: [], android: [] },
          formSecrets: [Buffer.alloc(32, 3)],
          formReceipts,
          ...site,
        })(context);
        return {
          ...pages,
          routes: async (app) => {
            await app.register(pages.routes);
            if (moreRoutes) await app.register(moreRoutes);
          },
        };
      },
  });
