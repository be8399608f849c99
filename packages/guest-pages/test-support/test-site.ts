import type { Test } from 'tap';
import { openTestApp, type TestApp } from '../../http/test-support/test-app.ts';
import { type GuestPagesOptions, guestPages } from '../src/index.ts';

type Options = Omit<NonNullable<Parameters<typeof openTestApp>[1]>, 'pages'>;

/** The application with the pages for guests over a world in memory; closed with the test. */
export const openTestSite = (
  t: Test,
  { site = {}, ...options }: Options & { readonly site?: Partial<GuestPagesOptions> } = {},
): Promise<TestApp> =>
  openTestApp(t, {
    ...options,
    pages: ({ formReceipts }) =>
      guestPages({
        brand: { name: 'Lantern', color: '#4b47a3', logoUrl: null },
        appLinks: { apple: [], android: [] },
        formSecrets: [Buffer.alloc(32, 3)],
        formReceipts,
        ...site,
      }),
  });
